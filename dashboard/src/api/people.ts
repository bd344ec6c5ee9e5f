import { queryOptions } from '@tanstack/react-query';
import type { AnswerTo, ItemOf } from '@visibility/server/contract';
import { request } from './request.ts';

export type Member = ItemOf<'GET /members'>;
export type Invitation = ItemOf<'GET /members/invitations'>;
export type DashboardSession = ItemOf<'GET /sessions'>;
export type OwnAccount = AnswerTo<'GET /account'>;

export const ownAccountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => request('GET /account', { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => request('GET /sessions', { signal }),
});

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: ({ signal }) => request('GET /members', { signal }),
});

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => request('GET /members/invitations', { signal }),
});

export function claimAccount(body: { email: string; name: string; password: string }): Promise<Member> {
  return request('POST /account', { body });
}

export function changeAccount(body: { name: string; email: string; current_password?: string }): Promise<Member> {
  return request('PATCH /account', { body });
}

export function changePassword(body: { password: string; current_password?: string }): Promise<void> {
  return request('POST /account/password', { body });
}

export function startTwoFactor(body: { current_password?: string }): Promise<AnswerTo<'POST /account/two-factor'>> {
  return request('POST /account/two-factor', { body });
}

export function confirmTwoFactor(body: { code: string }): Promise<{ recovery_codes: string[] }> {
  return request('POST /account/two-factor/confirm', { body });
}

export function disableTwoFactor(body: { current_password?: string }): Promise<void> {
  return request('POST /account/two-factor/disable', { body });
}

export function endOneSession(sessionId: string): Promise<void> {
  return request('DELETE /sessions/:session_id', { params: { session_id: sessionId } });
}

export function endOtherSessions(): Promise<{ ended: number }> {
  return request('DELETE /sessions', {});
}

export type NewInvitation = AnswerTo<'POST /members/invitations'>;

export function invite(body: { email: string; role: Member['role'] }): Promise<NewInvitation> {
  return request('POST /members/invitations', { body });
}

export function withdrawInvitation(invitationId: string): Promise<void> {
  return request('DELETE /members/invitations/:invitation_id', { params: { invitation_id: invitationId } });
}

export function changeRole(memberId: string, role: Member['role']): Promise<Member> {
  return request('PATCH /members/:member_id', { params: { member_id: memberId }, body: { role } });
}

export function removeMember(memberId: string, { revokesKeys }: { revokesKeys: boolean }): Promise<void> {
  return request('DELETE /members/:member_id', {
    params: { member_id: memberId },
    query: { revoke_keys: revokesKeys },
  });
}

export type SeenInvitation = AnswerTo<'POST /invitation'>;

export function readInvitation(token: string): Promise<SeenInvitation> {
  return request('POST /invitation', { body: { token } });
}

export function acceptInvitation(body: { token: string; name: string; password: string }): Promise<void> {
  return request('POST /invitation/accept', { body });
}
