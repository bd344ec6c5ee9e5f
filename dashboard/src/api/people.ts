import { queryOptions } from '@tanstack/react-query';
import type { DashboardSession, Invitation, List, Member } from '@visibility/sdk';
import { request } from './request.ts';

export interface OwnAccount {
  member: Member | null;
  /** False for who just came by a link: the link stands in for a forgotten password. */
  needs_current_password: boolean;
}

export const ownAccountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => request<OwnAccount>('/account', { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => request<List<DashboardSession>>('/sessions', { signal }),
});

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: ({ signal }) => request<List<Member>>('/members', { signal }),
});

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => request<List<Invitation>>('/members/invitations', { signal }),
});

export function claimAccount(body: { email: string; name: string; password: string }): Promise<Member> {
  return request('/account', { method: 'POST', body });
}

export function changeAccount(body: { name: string; email: string; current_password?: string }): Promise<Member> {
  return request('/account', { method: 'PATCH', body });
}

export function changePassword(body: { password: string; current_password?: string }): Promise<void> {
  return request('/account/password', { method: 'POST', body });
}

export function endOneSession(sessionId: string): Promise<void> {
  return request(`/sessions/${encodeURIComponent(sessionId)}`, { method: 'DELETE' });
}

export function endOtherSessions(): Promise<{ ended: number }> {
  return request('/sessions', { method: 'DELETE' });
}

export interface NewInvitation extends Invitation {
  /** Only here: it is not stored. */
  link: string;
  is_mailed: boolean;
}

export function invite(body: { email: string; role: Member['role'] }): Promise<NewInvitation> {
  return request('/members/invitations', { method: 'POST', body });
}

export function withdrawInvitation(invitationId: string): Promise<void> {
  return request(`/members/invitations/${encodeURIComponent(invitationId)}`, { method: 'DELETE' });
}

export function changeRole(memberId: string, role: Member['role']): Promise<Member> {
  return request(`/members/${encodeURIComponent(memberId)}`, { method: 'PATCH', body: { role } });
}

export function removeMember(memberId: string, { revokesKeys }: { revokesKeys: boolean }): Promise<void> {
  return request(`/members/${encodeURIComponent(memberId)}?revoke_keys=${revokesKeys}`, { method: 'DELETE' });
}

export interface SeenInvitation {
  email: string;
  account_name: string;
  expires_at: string;
}

export function readInvitation(token: string): Promise<SeenInvitation> {
  return request('/invitation', { method: 'POST', body: { token } });
}

export function acceptInvitation(body: { token: string; name: string; password: string }): Promise<void> {
  return request('/invitation/accept', { method: 'POST', body });
}
