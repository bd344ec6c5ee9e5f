import { z } from 'zod';
import { changeRole, invite, removeMember, revokeInvitation } from '../../access/members.ts';
import { invitationRecord, memberRecord } from '../../access/people-record.ts';
import { ApiError } from '../../base/errors.ts';
import { listInvitations } from '../../store/accounts/invitations.ts';
import { listMembers } from '../../store/accounts/members.ts';
import type { Db } from '../../store/db.ts';
import { wholeList } from '../v1/paging.ts';
import { type AccountRoute, accountRoute } from './account-route.ts';
import { memberRole } from './contract/account.ts';
import { declared } from './contract/contract.ts';
import { isIdOf, newEmail } from './people-fields.ts';

export interface MemberDeps {
  db: Db;
  /** The base URL of invitation links. */
  baseUrl: string;
  /** Whether a mail server is configured. */
  sendsMail?: boolean;
}

/** Settings → Members. */
export function memberRoutes(deps: MemberDeps): AccountRoute[] {
  return [...peopleRoutes(deps), ...invitationRoutes(deps)];
}

function peopleRoutes({ db }: { db: Db }): AccountRoute[] {
  return [
    accountRoute({
      ...declared('GET /members'),
      role: 'owner',
      async handle({ account }) {
        return { body: wholeList((await listMembers(db, account.accountId)).map(memberRecord)) };
      },
    }),
    accountRoute({
      ...declared('PATCH /members/:member_id'),
      role: 'owner',
      body: z.strictObject({ role: memberRole }),
      async handle({ session, by, params, body: { role } }) {
        return { body: memberRecord(await changeRole(db, { session, by }, { memberId: memberIdOf(params), role })) };
      },
    }),
    accountRoute({
      ...declared('DELETE /members/:member_id'),
      role: 'owner',
      query: z.object({ revoke_keys: z.enum(['true', 'false']).default('true') }),
      async handle({ session, by, params, query }) {
        const revokesKeys = query.revoke_keys === 'true';
        await removeMember(db, { session, by }, { memberId: memberIdOf(params), revokesKeys });
        return { status: 204, body: undefined };
      },
    }),
  ];
}

function invitationRoutes({ db, baseUrl, sendsMail = false }: MemberDeps): AccountRoute[] {
  return [
    accountRoute({
      ...declared('GET /members/invitations'),
      role: 'owner',
      async handle({ account }) {
        return { body: wholeList((await listInvitations(db, account.accountId)).map(invitationRecord)) };
      },
    }),
    accountRoute({
      ...declared('POST /members/invitations'),
      role: 'owner',
      body: z.strictObject({ email: newEmail, role: memberRole.default('member') }),
      async handle({ session, by, body }) {
        const { invitation: made, link } = await invite({ db, baseUrl, sendsMail }, { session, by }, body);
        return { status: 201, body: { ...invitationRecord(made), link, is_mailed: sendsMail } };
      },
    }),
    accountRoute({
      ...declared('DELETE /members/invitations/:invitation_id'),
      role: 'owner',
      async handle({ session, by, params: { invitation_id: invitationId } }) {
        if (!isIdOf('inv', invitationId)) throw new ApiError(404, 'Invitation not found');
        await revokeInvitation(db, { session, by }, invitationId);
        return { status: 204, body: undefined };
      },
    }),
  ];
}

function memberIdOf({ member_id: memberId }: Record<string, string>): string {
  if (!isIdOf('mem', memberId)) throw new ApiError(404, 'Member not found');
  return memberId;
}
