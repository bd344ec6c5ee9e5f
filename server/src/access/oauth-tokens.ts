import type { SecretsBox } from '../base/secrets-box.ts';
import { type KeyHolder, keyFinder, type Scope } from '../store/accounts/api-keys.ts';
import { type Actor, writeAudit } from '../store/accounts/audit.ts';
import type { KnownClient } from '../store/accounts/oauth-clients.ts';
import {
  countLiveTokens,
  deleteOauthToken,
  findOauthToken,
  insertOauthToken,
  type OauthToken,
  tokenFinder,
} from '../store/accounts/oauth-tokens.ts';
import type { Db, Transaction } from '../store/db.ts';
import { isKeyShaped } from './api-key.ts';
import { generateToken, isTokenShaped, shownTokenPrefix } from './oauth-secrets.ts';
import { HOURLY_LIMIT } from './rate.ts';

interface TokenDeps {
  db: Db;
  secrets: SecretsBox;
}

export const TOKEN_SECONDS = 3_600;

/** Finds the holder of a key or a token. The format of the text decides which. */
export type FindBearer = (sent: { bearer: string; hash: Buffer }) => Promise<KeyHolder | undefined>;

export function bearerFinder(db: Db): FindBearer {
  const findKey = keyFinder(db);
  const findToken = tokenFinder(db);
  return async ({ bearer, hash }) => {
    if (isKeyShaped(bearer)) return findKey(hash);
    return isTokenShaped(bearer) ? findToken(hash) : undefined;
  };
}

/**
 * A new token, or when to ask again. A client may hold as many active tokens as its plan allows requests per hour. This
 * is enough for one token per request and limits the size of the table.
 */
export async function issueToken(
  { db, secrets }: { db: Db | Transaction; secrets: SecretsBox },
  client: KnownClient,
  scopes: Scope[],
): Promise<{ token: string } | { token?: never; fullUntil: Date }> {
  const { live, firstEnds } = await countLiveTokens(db, client.clientId);
  if (firstEnds && live >= HOURLY_LIMIT[client.plan]) return { fullUntil: firstEnds };
  const token = generateToken(client.mode);
  await insertOauthToken(db, {
    tokenHash: secrets.hash(token),
    clientId: client.clientId,
    scopes,
    seconds: TOKEN_SECONDS,
  });
  return { token };
}

/** The token, if it belongs to the client's workspace. */
export async function inspectToken(
  { db, secrets }: TokenDeps,
  client: KnownClient,
  token: string,
): Promise<OauthToken | undefined> {
  const found = isTokenShaped(token) ? await findOauthToken(db, secrets.hash(token)) : undefined;
  return found?.workspaceId === client.workspaceId ? found : undefined;
}

/** Revokes a token of this client immediately. Tokens of other clients are ignored. */
export async function revokeToken(
  { db, secrets }: TokenDeps,
  client: KnownClient,
  { token, by }: { token: string; by: Actor },
): Promise<void> {
  if (!isTokenShaped(token)) return;
  await db.transaction(async (tx) => {
    if (!(await deleteOauthToken(tx, client.clientId, secrets.hash(token)))) return;
    const subject = { id: client.clientId, name: client.name, prefix: shownTokenPrefix(token) };
    await writeAudit(tx, { accountId: client.accountId, by, action: 'token.revoked', subject });
  });
}
