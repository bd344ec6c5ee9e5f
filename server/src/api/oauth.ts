import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isKeyShaped } from '../access/api-key.ts';
import { inspectToken, issueToken, revokeToken, TOKEN_SECONDS } from '../access/oauth-tokens.ts';
import { secondsUntil } from '../access/rate.ts';
import type { Log } from '../base/log.ts';
import type { Scope } from '../store/accounts/api-keys.ts';
import type { KnownClient } from '../store/accounts/oauth-clients.ts';
import { authenticateClient, type ClientDeps, type Form, parseForm } from './oauth-client.ts';
import { answerOauthError, NOT_STORED, OauthError } from './oauth-errors.ts';

export interface OauthDeps extends ClientDeps {
  log: Log;
  baseUrl: string;
}

const FORM_LIMIT = 8 * 1024;
const SCOPES: Scope[] = ['read', 'write'];

/**
 * OAuth 2.0 client credentials (RFC 6749), with revocation (7009), introspection (7662) and metadata (8414). Has its
 * own Fastify context: only here, bodies are forms and errors are not `{"detail"}`.
 */
export function oauthRoutes(app: FastifyInstance, deps: OauthDeps): void {
  app.get('/.well-known/oauth-authorization-server', () => metadata(deps.baseUrl));
  void app.register(async (oauth) => {
    oauth.removeAllContentTypeParsers();
    oauth.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT },
      async (_request: FastifyRequest, text: string) => parseForm(text),
    );
    oauth.setErrorHandler((error, request, reply) => answerOauthError(error, request, reply, deps.log));
    endpoint(oauth, '/oauth/token', (request, form) => token(deps, request, form));
    endpoint(oauth, '/oauth/introspect', (request, form) => introspect(deps, request, form));
    endpoint(oauth, '/oauth/revoke', (request, form) => revoke(deps, request, form));
  });
}

function metadata(baseUrl: string) {
  const methods = ['client_secret_basic', 'client_secret_post'];
  return {
    issuer: baseUrl,
    token_endpoint: `${baseUrl}/oauth/token`,
    token_endpoint_auth_methods_supported: methods,
    introspection_endpoint: `${baseUrl}/oauth/introspect`,
    introspection_endpoint_auth_methods_supported: methods,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: methods,
    grant_types_supported: ['client_credentials'],
    // Required by the standard. Empty, because there is no authorization endpoint.
    response_types_supported: [],
    scopes_supported: SCOPES,
  };
}

type Answer = (request: FastifyRequest, form: Form) => Promise<object | undefined>;

function endpoint(oauth: FastifyInstance, path: string, answer: Answer): void {
  oauth.post(path, async (request, reply) => {
    const form = request.body instanceof Map ? (request.body as Form) : new Map<string, string>();
    const body = await answer(request, form);
    return reply.code(200).headers(NOT_STORED).send(body);
  });
}

async function token(deps: OauthDeps, request: FastifyRequest, form: Form) {
  const client = await authenticateClient(deps, request, form);
  const grant = required(form, 'grant_type');
  if (grant !== 'client_credentials') {
    throw new OauthError('unsupported_grant_type', 'grant_type: must be client_credentials');
  }
  const scopes = scopesOf(client, form.get('scope'));
  const issued = await issueToken(deps, client, scopes);
  if (issued.token === undefined) {
    const text =
      'This client already holds as many tokens as its plan allows requests per hour. Reuse a token until it expires.';
    const headers = { 'retry-after': String(secondsUntil(issued.fullUntil)) };
    throw new OauthError('temporarily_unavailable', text, { status: 429, headers });
  }
  return { access_token: issued.token, token_type: 'Bearer', expires_in: TOKEN_SECONDS, scope: scopes.join(' ') };
}

async function introspect(deps: OauthDeps, request: FastifyRequest, form: Form) {
  const client = await authenticateClient(deps, request, form);
  const found = await inspectToken(deps, client, required(form, 'token'));
  if (!found) return { active: false };
  return {
    active: true,
    scope: found.scopes.join(' '),
    client_id: found.clientId,
    token_type: 'Bearer',
    iat: Math.floor(found.createdAt.getTime() / 1000),
    exp: Math.floor(found.expiresAt.getTime() / 1000),
    iss: deps.baseUrl,
  };
}

/** Also returns 200 for an unknown or expired token, as the RFC requires. */
async function revoke(deps: OauthDeps, request: FastifyRequest, form: Form) {
  const client = await authenticateClient(deps, request, form);
  const sent = required(form, 'token');
  if (isKeyShaped(sent)) {
    throw new OauthError('unsupported_token_type', 'Revoke API keys in the dashboard or on the command line');
  }
  const by = { name: `oauth:${client.clientId}`, address: request.ip };
  await revokeToken(deps, client, { token: sent, by });
  return undefined;
}

function required(form: Form, name: string): string {
  const value = form.get(name);
  if (value === undefined) throw new OauthError('invalid_request', `${name} is required`);
  return value;
}

/** The requested scopes, if the client may have them. Default: all scopes of the client. */
function scopesOf(client: KnownClient, asked: string | undefined): Scope[] {
  if (asked === undefined) return client.scopes;
  const mayHave = (scope: string) => client.scopes.includes(scope as Scope) || client.scopes.includes('write');
  const scopes = SCOPES.filter((scope) => asked.split(' ').includes(scope));
  const isKnown = asked.split(' ').every((scope) => SCOPES.includes(scope as Scope));
  if (!isKnown || !scopes.every(mayHave)) {
    throw new OauthError(
      'invalid_scope',
      `Invalid scope. This client may request: ${SCOPES.filter(mayHave).join(' ')}`,
    );
  }
  return scopes;
}
