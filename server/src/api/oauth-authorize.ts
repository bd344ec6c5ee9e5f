import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isAppId } from '../access/oauth-secrets.ts';
import { isRegisteredRedirect } from '../access/redirect-uris.ts';
import type { SecretsBox } from '../base/secrets-box.ts';
import type { Scope } from '../store/accounts/api-keys.ts';
import { findOauthApp } from '../store/accounts/oauth-apps.ts';
import type { Db } from '../store/db.ts';
import { type OauthCode, OauthError } from './oauth-errors.ts';

export interface AuthorizeDeps {
  db: Db;
  secrets: SecretsBox;
  baseUrl: string;
}

const REQUEST_SECONDS = 600;
const REQUEST_ROW = 'oauth-request';
const LONGEST_STATE = 1_000;

/** A checked authorization request, which the consent page sends back. Encrypted, so that it cannot be changed. */
const checkedRequest = z.object({
  appId: z.string(),
  redirectUri: z.string(),
  codeChallenge: z.string(),
  state: z.string().optional(),
  scopes: z.array(z.enum(['read', 'write'])),
  until: z.number(),
});

export type AuthorizationRequest = z.output<typeof checkedRequest>;

/** The resource that tokens of assistants open (RFC 8707). */
export function mcpResource({ baseUrl }: { baseUrl: string }): string {
  return `${baseUrl}/mcp`;
}

/**
 * The authorization endpoint: checks the request and opens the consent page of the dashboard. If app or redirect are
 * wrong, the browser stays here. Other errors go to the app if a person has connected it: anyone can register one, so our
 * address would lead to any other without a click (RFC 9700, 4.11.2).
 */
export function authorizeRoute(app: FastifyInstance, deps: AuthorizeDeps): void {
  app.get('/oauth/authorize', async (request, reply) => {
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    const asked = parametersOf(request);
    const appId = asked.get('client_id') ?? '';
    const known = isAppId(appId) ? await findOauthApp(deps.db, appId) : undefined;
    const redirectUri =
      asked.get('redirect_uri') ?? (known?.redirectUris.length === 1 ? known.redirectUris[0] : undefined);
    if (!known || redirectUri === undefined || !isRegisteredRedirect(known.redirectUris, redirectUri)) {
      return reply.redirect('/connect?problem=app', 303);
    }
    try {
      const checked = check(deps, asked);
      const until = Date.now() + REQUEST_SECONDS * 1000;
      const sealed = deps.secrets.seal(
        JSON.stringify({ appId: known.appId, redirectUri, ...checked, until }),
        REQUEST_ROW,
      );
      return reply.redirect(`/connect?request=${sealed.toString('base64url')}`, 303);
    } catch (error) {
      if (!(error instanceof OauthError)) throw error;
      if (!known.isConnected) return reply.redirect(`/connect?problem=${error.code}`, 303);
      const state = asked.get('state')?.slice(0, LONGEST_STATE);
      const answer = { error: error.code, error_description: error.message, state };
      return reply.redirect(answerTo(deps, redirectUri, answer), 303);
    }
  });
}

/** The request behind the consent page. Undefined if it expired. */
export function openRequest({ secrets }: Pick<AuthorizeDeps, 'secrets'>, sealed: string) {
  try {
    const request = checkedRequest.parse(JSON.parse(secrets.open(Buffer.from(sealed, 'base64url'), REQUEST_ROW)));
    return request.until > Date.now() ? request : undefined;
  } catch {
    return undefined;
  }
}

interface RedirectAnswer {
  code?: string;
  error?: OauthCode;
  error_description?: string;
  state: string | undefined;
}

/** The app's redirect with the answer, and with our name, so that apps with several servers do not mix them up (RFC 9207). */
export function answerTo({ baseUrl }: { baseUrl: string }, redirectUri: string, answer: RedirectAnswer): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...answer, iss: baseUrl })) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}

function parametersOf({ url }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(url.split('?')[1] ?? '');
}

function check(deps: AuthorizeDeps, asked: URLSearchParams) {
  const fail = (code: OauthCode, text: string): never => {
    throw new OauthError(code, text);
  };
  if (new Set(asked.keys()).size !== asked.size) fail('invalid_request', 'A parameter must not be sent twice');
  if (asked.get('response_type') !== 'code') fail('unsupported_response_type', 'response_type: must be code');
  const codeChallenge = asked.get('code_challenge') ?? '';
  if (asked.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge)) {
    fail('invalid_request', 'PKCE is required: send code_challenge with code_challenge_method=S256');
  }
  const state = asked.get('state') ?? undefined;
  if (state !== undefined && state.length > LONGEST_STATE) fail('invalid_request', 'state: is too long');
  checkResource(deps, asked.get('resource') ?? undefined);
  const scopes = (asked.get('scope') || 'read').split(' ').filter((one) => one !== '') as Scope[];
  if (!scopes.every((one) => one === 'read' || one === 'write')) fail('invalid_scope', 'scope: must be read or write');
  return { codeChallenge, state, scopes: [...new Set(scopes)] };
}

/** Without a resource, the token is for /mcp too. */
export function checkResource(deps: { baseUrl: string }, resource: string | undefined): void {
  if (resource === undefined || resource === mcpResource(deps) || resource === `${mcpResource(deps)}/`) return;
  throw new OauthError('invalid_target', `resource: must be ${mcpResource(deps)}`);
}
