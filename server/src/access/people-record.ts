import { isoSeconds } from '../base/time.ts';
import type { Invitation } from '../store/accounts/invitations.ts';
import type { Member } from '../store/accounts/members.ts';
import type { ListedSession } from '../store/accounts/sessions.ts';

/** A member as the dashboard shows it. */
export function memberRecord({ memberId, email, name, role, createdAt }: Member) {
  return { member_id: memberId, email, name, role, created_at: isoSeconds(createdAt) };
}

export function invitationRecord(invitation: Invitation) {
  return {
    invitation_id: invitation.invitationId,
    email: invitation.email,
    role: invitation.role,
    created_at: isoSeconds(invitation.createdAt),
    expires_at: isoSeconds(invitation.expiresAt),
  };
}

export function sessionRecord(session: ListedSession, currentId: string) {
  return {
    session_id: session.sessionId,
    opened_by: session.openedBy,
    created_at: isoSeconds(session.createdAt),
    last_seen_at: isoSeconds(session.lastSeenAt),
    expires_at: isoSeconds(session.expiresAt),
    user_agent: session.userAgent ?? null,
    address: session.address ?? null,
    current: session.sessionId === currentId,
  };
}
