import { Badge, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Member } from '@visibility/sdk';
import { changeRole, removeMember } from '../../api/people.ts';
import { ConfirmButton } from '../../base/confirm-button.tsx';
import { FormMessage } from '../../base/form-message.tsx';
import { formatDate } from '../../base/format.ts';
import { useSession } from '../../base/session-context.ts';
import { Section } from '../section.tsx';
import classes from '../settings.module.css';

export function MemberList({ members, canChange }: { members: Member[]; canChange: boolean }) {
  return (
    <Section title="Members">
      <ul className={classes.list}>
        {members.map((member) => (
          <MemberItem key={member.member_id} member={member} canChange={canChange} />
        ))}
      </ul>
    </Section>
  );
}

function MemberItem({ member, canChange }: { member: Member; canChange: boolean }) {
  const { member: me } = useSession();
  const isMe = me?.member_id === member.member_id;
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <p className={classes.title}>
          <bdi>{member.name || member.email}</bdi>
          <Badge variant={member.role === 'owner' ? 'light' : 'default'} radius="sm" tt="none">
            {member.role === 'owner' ? 'Owner' : 'Member'}
          </Badge>
          {isMe && (
            <Badge variant="default" radius="sm" tt="none">
              You
            </Badge>
          )}
        </p>
        <p className={classes.note}>
          {member.name && `${member.email}, `}
          {member.name ? 'since' : 'Since'} <time dateTime={member.created_at}>{formatDate(member.created_at)}</time>
        </p>
      </div>
      {canChange && !isMe && <MemberActions member={member} />}
    </li>
  );
}

function MemberActions({ member }: { member: Member }) {
  const client = useQueryClient();
  const next = member.role === 'owner' ? 'member' : 'owner';
  const change = useMutation({
    mutationFn: () => changeRole(member.member_id, next),
    onSuccess: () => client.invalidateQueries({ queryKey: ['members'] }),
  });
  const name = member.name || member.email;
  const label = next === 'owner' ? 'Make owner' : 'Make member';
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        size="xs"
        loading={change.isPending}
        aria-label={`${label}: ${name}`}
        onClick={() => change.mutate()}
      >
        {label}
      </Button>
      <ConfirmButton
        label="Remove"
        fullLabel={`Remove ${name}`}
        title={`Remove ${name}?`}
        action="Remove"
        run={async () => {
          await removeMember(member.member_id);
          await client.invalidateQueries({ queryKey: ['members'] });
        }}
      >
        {member.email} is signed out everywhere at once and can come back only by a new invitation. API keys they made
        keep working: revoke those under API Keys.
      </ConfirmButton>
      {change.error && <FormMessage error={change.error} />}
    </div>
  );
}
