import { ApiError } from '../base/errors.ts';
import type { Actor } from '../store/accounts/audit.ts';
import { listMembers, type Member, type Role } from '../store/accounts/members.ts';
import type { Transaction } from '../store/db.ts';

const RANK: Record<Role, number> = { viewer: 0, member: 1, owner: 2 };

/**
 * Throws if the role is too low. Without a member, the account has no owner yet and its first person may do everything.
 */
export function requireRole(member: Pick<Member, 'role'> | undefined, needed: Role): void {
  if (RANK[member?.role ?? 'owner'] >= RANK[needed]) return;
  if (needed === 'owner') throw new ApiError(403, 'Only an owner can do this');
  throw new ApiError(403, 'Viewers can only read. Ask an owner to change your role.');
}

/** Members may change only what they created. Owners and the command line may change everything. */
export function requireCreator({ member }: Actor, creatorId: string | undefined, noun: string): void {
  if (!member || member.role === 'owner' || member.memberId === creatorId) return;
  throw new ApiError(403, `This ${noun} was created by someone else. Only an owner can change it.`);
}

/**
 * Call it under the lock that a removal also takes. Otherwise something could be created by a member who has just been
 * removed.
 */
export async function requireStillMember(tx: Transaction, accountId: string, { member }: Actor): Promise<void> {
  if (!member) return;
  const now = (await listMembers(tx, accountId)).find(({ memberId }) => memberId === member.memberId);
  if (!now) throw new ApiError(401, 'Sign in first');
  requireRole(now, 'member');
}
