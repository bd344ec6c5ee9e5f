import { Badge } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Member } from '../../api/people.ts';
import { request } from '../../api/request.ts';
import { FormMessage } from '../../base/form-message.tsx';
import { formatDate } from '../../base/format.ts';
import { useSession } from '../../base/session-context.ts';
import { RoleBadge } from '../role-badge.tsx';
import { Section } from '../section.tsx';
import classes from '../settings.module.css';
import { RemoveMember } from './remove-member.tsx';
import { RoleSelect } from './role-select.tsx';

export function MemberList({ members }: { members: Member[] }) {
  return (
    <Section title="Members">
      <ul className={classes.list}>
        {members.map((member) => (
          <MemberItem key={member.member_id} member={member} />
        ))}
      </ul>
    </Section>
  );
}

function MemberItem({ member }: { member: Member }) {
  const { member: me } = useSession();
  const isMe = me?.member_id === member.member_id;
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <p className={classes.title}>
          <bdi>{member.name || member.email}</bdi>
          {isMe && (
            <>
              <RoleBadge role={member.role} />
              <Badge variant="default" radius="sm" tt="none">
                You
              </Badge>
            </>
          )}
        </p>
        <p className={classes.note}>
          {member.name && `${member.email}, `}
          {member.name ? 'since' : 'Since'} <time dateTime={member.created_at}>{formatDate(member.created_at)}</time>
        </p>
      </div>
      {!isMe && <MemberActions member={member} />}
    </li>
  );
}

function MemberActions({ member }: { member: Member }) {
  const change = useMutation({
    mutationFn: (role: Member['role']) =>
      request('PATCH /members/:member_id', { params: { member_id: member.member_id }, body: { role } }),
  });
  return (
    <div className={classes.actions}>
      <RoleSelect
        size="xs"
        aria-label={`Role of ${member.name || member.email}`}
        role={member.role}
        disabled={change.isPending}
        onChange={change.mutate}
      />
      <RemoveMember member={member} />
      {change.error && <FormMessage error={change.error} />}
    </div>
  );
}
