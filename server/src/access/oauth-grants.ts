import { createHash } from 'node:crypto';
import { ApiError } from '../base/errors.ts';
import { makeId } from '../base/id.ts';
import type { SecretsBox } from '../base/secrets-box.ts';
import { lockAccountKeys } from '../store/accounts/accounts.ts';
import type { Scope } from '../store/accounts/api-keys.ts';
import { type Actor, writeAudit } from '../store/accounts/audit.ts';
import {
  findGrantOf,
  type GrantTokenKind,
  insertGrantToken,
  type OauthApp,
  takeGrantToken,
} from '../store/accounts/oauth-apps.ts';
import { insertOauthClient, type KnownClient, listOauthClients } from '../store/accounts/oauth-clients.ts';
import { deleteOauthToken } from '../store/accounts/oauth-tokens.ts';
import type { Db } from '../store/db.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { endOauthClient } from './oauth-clients.ts';
import { issueToken } from './oauth-tokens.ts';
import { requireStillMember } from './roles.ts';
import { randomToken } from './tokens.ts';

const CODE_SECONDS = 60;
const REFRESH_SECONDS = 30 * 86_400;
const MOST_CONNECTIONS = 50;

interface GrantDeps {
  db: Db;
  secrets: SecretsBox;
}

interface Consent {
  app: OauthApp;
  scopes: Scope[];
  redirectUri: string;
  codeChallenge: string;
  by: Actor;
}

/**
 * Connects an assistant to a workspace. The connection is an OAuth client of the account: it is listed, audited and
 * revoked like one. Returns the authorization code.
 */
export function connectApp(
  { db, secrets }: GrantDeps,
  { workspaceId }: Pick<Workspace, 'workspaceId'>,
  { app, scopes, redirectUri, codeChallenge, by }: Consent,
): Promise<string> {
  const code = randomToken();
  const clientId = makeId('oac');
  return db.transaction(async (tx) => {
    const accountId = await lockAccountKeys(tx, workspaceId);
    await requireStillMember(tx, accountId, by);
    const connected = (await listOauthClients(tx, accountId)).filter((one) => one.appId && one.status === 'active');
    if (connected.length >= MOST_CONNECTIONS) {
      throw new ApiError(409, `Limit of ${MOST_CONNECTIONS} connected assistants reached. Revoke one first.`);
    }
    await insertOauthClient(tx, {
      clientId,
      workspaceId,
      // It has no secret: its user consented, and PKCE protects the code.
      secretHash: secrets.hash(randomToken()),
      name: app.name,
      scopes,
      allowedIps: [],
      allowedDomains: [],
      createdBy: by.name,
      createdByMember: by.member?.memberId,
      appId: app.appId,
    });
    const subject = { id: clientId, name: app.name };
    await writeAudit(tx, { accountId, by, action: 'assistant.connected', subject });
    const tokenHash = secrets.hash(code);
    await insertGrantToken(tx, {
      tokenHash,
      clientId,
      kind: 'code',
      redirectUri,
      codeChallenge,
      seconds: CODE_SECONDS,
    });
    return code;
  });
}

interface Exchange {
  kind: GrantTokenKind;
  token: string;
  appId: string;
  /** Of a code: what the request must match. */
  proof?: { redirectUri: string; verifier: string };
  /** The scopes of the new token. Throws if the client may not have them. */
  scopesFor(client: KnownClient): Scope[];
  address: string;
}

interface Issued {
  accessToken: string;
  refreshToken: string;
  scopes: Scope[];
}

/**
 * Exchanges a code or a refresh token for new tokens. Undefined if it is not valid. A second use means that it was
 * stolen: the connection ends.
 */
export function exchangeGrant(
  { db, secrets }: GrantDeps,
  { kind, token, appId, proof, scopesFor, address }: Exchange,
): Promise<Issued | undefined> {
  return db.transaction(async (tx) => {
    const taken = await takeGrantToken(tx, { tokenHash: secrets.hash(token), kind, appId });
    if (!taken) return undefined;
    const { client, wasUsed, redirectUri, codeChallenge } = taken;
    if (wasUsed) {
      const by = { name: `oauth:${client.clientId}`, address };
      await endOauthClient(tx, client.accountId, { client, by });
      return undefined;
    }
    const isProved = proof && proof.redirectUri === redirectUri && challengeOf(proof.verifier) === codeChallenge;
    if (kind === 'code' && !isProved) return undefined;
    const scopes = scopesFor(client);
    const { token: accessToken } = await issueToken({ db: tx, secrets }, client, scopes);
    if (accessToken === undefined) throw new ApiError(429, 'Too many tokens. Use a token until it expires.');
    const refreshToken = randomToken();
    const { clientId } = client;
    const tokenHash = secrets.hash(refreshToken);
    await insertGrantToken(tx, { tokenHash, clientId, kind: 'refresh', seconds: REFRESH_SECONDS });
    return { accessToken, refreshToken, scopes };
  });
}

/** Revokes an access token, or with a refresh token the whole connection (RFC 7009). Other tokens are ignored. */
export function revokeGrantToken(
  { db, secrets }: GrantDeps,
  { token, appId, address }: { token: string; appId: string; address: string },
): Promise<void> {
  const tokenHash = secrets.hash(token);
  return db.transaction(async (tx) => {
    const found = await findGrantOf(tx, { tokenHash, appId });
    if (!found) return;
    const { client, isRefresh } = found;
    const by = { name: `oauth:${client.clientId}`, address };
    if (isRefresh) await endOauthClient(tx, client.accountId, { client, by });
    else await deleteOauthToken(tx, client.clientId, tokenHash);
  });
}

/** RFC 7636, S256. */
function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}
