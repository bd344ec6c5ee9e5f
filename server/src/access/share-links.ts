import { ApiError } from '../base/errors.ts';
import { type Actor, writeAudit } from '../store/accounts/audit.ts';
import {
  findShareLink,
  insertShareLink,
  type OpenLink,
  revokeShareLink,
  type ShareLink,
  takeShareLink,
} from '../store/accounts/share-links.ts';
import type { Db } from '../store/db.ts';
import { lockWorkspace } from '../store/workspaces/workspaces.ts';
import { requireCreator, requireStillMember } from './roles.ts';
import { hashed, randomToken } from './tokens.ts';

const MOST_LINKS = 50;
/** About a hundred page views. */
const MOST_REQUESTS_PER_HOUR = 1_000;

interface Sharing {
  by: Actor;
  workspaceId: string;
}

/** A new link. Its token is returned once and stored as a hash. */
export function createShareLink(
  db: Db,
  { by, workspaceId }: Sharing,
  input: Pick<ShareLink, 'name' | 'page' | 'filters'> & { days: number },
): Promise<{ link: ShareLink; token: string }> {
  const token = randomToken();
  return db.transaction(async (tx) => {
    const { accountId } = await lockWorkspace(tx, workspaceId);
    await requireStillMember(tx, accountId, by);
    const made = { ...input, memberId: by.member?.memberId, tokenHash: hashed(token), most: MOST_LINKS };
    const link = await insertShareLink(tx, workspaceId, made);
    if (!link) throw new ApiError(409, `Limit of ${MOST_LINKS} share links reached. Revoke one first.`);
    const subject = { id: link.linkId, name: link.name };
    await writeAudit(tx, { accountId, by, action: 'share_link.created', subject });
    return { link, token };
  });
}

export function endShareLink(db: Db, { by, workspaceId }: Sharing, linkId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const link = await findShareLink(tx, workspaceId, linkId);
    if (!link) throw new ApiError(404, 'Share link not found');
    requireCreator(by, link.memberId, 'share link');
    if (link.status === 'revoked') return;
    await revokeShareLink(tx, workspaceId, linkId);
    const { accountId } = await lockWorkspace(tx, workspaceId);
    await writeAudit(tx, { accountId, by, action: 'share_link.revoked', subject: { id: linkId, name: link.name } });
  });
}

/** Opens a link in a browser. Recorded in the audit log. */
export function openShareLink(db: Db, token: string, address: string): Promise<OpenLink | undefined> {
  return db.transaction(async (tx) => {
    const link = await takeShareLink(tx, hashed(token));
    if (!link) return undefined;
    checkRate(link);
    const by = { name: `share:${link.linkId}`, address };
    const subject = { id: link.linkId, name: link.name };
    await writeAudit(tx, { accountId: link.accountId, by, action: 'share_link.opened', subject });
    return link;
  });
}

/** The link behind a request of a page that it shows. */
export async function readShareLink(db: Db, token: string | undefined): Promise<OpenLink> {
  const link = token === undefined ? undefined : await takeShareLink(db, hashed(token));
  if (!link) throw new ApiError(401, LINK_ENDED);
  checkRate(link);
  return link;
}

export const LINK_ENDED = 'This link has expired or was revoked. Ask for a new one.';

function checkRate({ requests, secondsLeft }: OpenLink): void {
  if (requests <= MOST_REQUESTS_PER_HOUR) return;
  const detail = `This link is used too often. Try again in ${secondsLeft} seconds.`;
  throw new ApiError(429, detail, { 'retry-after': String(secondsLeft) });
}
