import type { Invitation } from '../../api/people.ts';
import { request } from '../../api/request.ts';
import { ConfirmButton } from '../../base/confirm-button.tsx';
import { formatDate } from '../../base/format.ts';
import { ErrorState } from '../../base/states.tsx';
import { useRead } from '../../base/use-read.ts';
import { RoleBadge } from '../role-badge.tsx';
import { Section } from '../section.tsx';
import classes from '../settings.module.css';

export function InvitationList() {
  const { data: list, error, refetch } = useRead('GET /members/invitations', {});
  if (error) return <ErrorState error={error} retry={refetch} />;
  if (!list || list.data.length === 0) return null;
  return (
    <Section title="Pending invitations">
      <ul className={classes.list}>
        {list.data.map((invitation) => (
          <InvitationItem key={invitation.invitation_id} invitation={invitation} />
        ))}
      </ul>
    </Section>
  );
}

function InvitationItem({ invitation }: { invitation: Invitation }) {
  const params = { invitation_id: invitation.invitation_id };
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <p className={classes.title}>
          {invitation.email}
          <RoleBadge role={invitation.role} />
        </p>
        <p className={classes.note}>
          Expires <time dateTime={invitation.expires_at}>{formatDate(invitation.expires_at)}</time>. To get a new link,
          invite them again.
        </p>
      </div>
      <ConfirmButton
        label="Revoke"
        fullLabel={`Revoke invitation for ${invitation.email}`}
        title={`Revoke the invitation for ${invitation.email}?`}
        action="Revoke"
        run={() => request('DELETE /members/invitations/:invitation_id', { params })}
      >
        The link stops working immediately.
      </ConfirmButton>
    </li>
  );
}
