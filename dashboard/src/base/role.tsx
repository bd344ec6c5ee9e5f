import type { ReactNode } from 'react';
import type { Member } from '../api/people.ts';
import { useSession } from './session-context.ts';

type Role = Member['role'];

export const ROLE_NAMES: Record<Role, string> = { owner: 'Owner', member: 'Member', viewer: 'Viewer' };

/** Until the account has an owner, the first user has all permissions. */
export function useRole(): Role {
  return useSession().member?.role ?? 'owner';
}

/** Hides actions from viewers. */
export function MemberOnly({ children }: { children: ReactNode }) {
  return useRole() === 'viewer' ? null : children;
}

export function OwnerOnly({ children }: { children: ReactNode }) {
  return useRole() === 'owner' ? children : null;
}

/** Whether the signed-in user may change something that a member created. */
export function useMayChange(): (made: { created_by_member_id: string | null }) => boolean {
  const { member } = useSession();
  const role = useRole();
  return ({ created_by_member_id: creator }) =>
    role === 'owner' || (role === 'member' && creator === member?.member_id);
}
