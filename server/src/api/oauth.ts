import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isKeyShaped } from '../access/api-key.ts';
import { tooManyBadKeys } from '../access/errors.ts';
import { exchangeGrant, revokeGrantToken } from '../access/oauth-grants.ts';
import { isAppId } from '../access/oauth-secrets.ts';
import { inspectToken, issueToken, revokeToken, TOKEN_SECONDS } from '../access/oauth-tokens.ts';
import { secondsUntil } from '../access/rate.ts';
import type { Log } from '../base/log.ts';
import type { Scope } from '../store/accounts/api-keys.ts';
import type { KnownClient } from '../store/accounts/oauth-clients.ts';
import { authorizeRoute, checkResource, mcpResource } from './oauth-authorize.ts';
import { authenticateClient, type ClientDeps, type Form, parseForm } from './oauth-client.ts';
import { answerOauthError, invalidClient, NOT_STORED, OauthError } from './oauth-errors.ts';
import { registerRoute } from './oauth-register.ts';

export interface OauthDeps extends ClientDeps {
  log: Log;
  baseUrl: string;
}

const FORM_LIMIT = 8 * 1024;
const SCOPES: Scope[] = ['read', 'write'];

/**
 * OAuth 2.0 client credentials for servers, and authorization code with PKCE for assistants (RFC 6749, 7636), with
 * registration (7591), revocation (7009), introspection (7662) and metadata (8414, 9728). Has its own Fastify context:
 * only here, bodies are forms and errors are not `{"detail"}`.
 */
export function oauthRoutes(app: FastifyInstance, deps: OauthDeps): void {
  app.get('/.well-known/oauth-authorization-server', () => metadata(deps.baseUrl));
  for (const place of ['', '/mcp']) {
    app.get(`/.well-known/oauth-protected-resource${place}`, () => resourceMetadata(deps.baseUrl));
  }
  authorizeRoute(app, deps);
  registerRoute(app, deps);
  void app.register(async (oauth) => {
    oauth.removeAllContentTypeParsers();
    oauth.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT },
      async (_request: FastifyRequest, text: string) => parseForm(text),
    );
    oauth.setErrorHandler((error, _request, reply) => answerOauthError(error, reply, deps.log));
    endpoint(oauth, '/oauth/token', (request, form) => token(deps, request, form));
    endpoint(oauth, '/oauth/introspect', (request, form) => introspect(deps, request, form));
    endpoint(oauth, '/oauth/revoke', (request, form) => revoke(deps, request, form));
  });
}

function metadata(baseUrl: string) {
  const methods = ['client_secret_basic', 'client_secret_post'];
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    authorization_response_iss_parameter_supported: true,
    code_challenge_methods_supported: ['S256'],
    registration_endpoint: `${baseUrl}/oauth/register`,
    token_endpoint: `${baseUrl}/oauth/token`,
    token_endpoint_auth_methods_supported: [...methods, 'none'],
    introspection_endpoint: `${baseUrl}/oauth/introspect`,
    introspection_endpoint_auth_methods_supported: methods,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: [...methods, 'none'],
    grant_types_supported: ['client_credentials', 'authorization_code', 'refresh_token'],
    response_types_supported: ['code'],
    scopes_supported: SCOPES,
  };
}

function resourceMetadata(baseUrl: string) {
  return {
    resource: mcpResource({ baseUrl }),
    resource_name: 'Visibility Data Service',
    authorization_servers: [baseUrl],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
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
  const grant = form.get('grant_type');
  if (grant === 'authorization_code') return appToken(deps, request, { form, kind: 'code' });
  if (grant === 'refresh_token') return appToken(deps, request, { form, kind: 'refresh' });
  const client = await authenticateClient(deps, request, form);
  if (required(form, 'grant_type') !== 'client_credentials') {
    const grants = 'client_credentials, authorization_code or refresh_token';
    throw new OauthError('unsupported_grant_type', `grant_type: must be ${grants}`);
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

/** For assistants: public clients, which have an id and no secret. */
async function appToken(
  deps: OauthDeps,
  request: FastifyRequest,
  { form, kind }: { form: Form; kind: 'code' | 'refresh' },
) {
  const seconds = deps.badKeys.secondsRefused(request.ip);
  if (seconds > 0) throw tooManyBadKeys(seconds);
  checkResource(deps, form.get('resource'));
  const appId = required(form, 'client_id');
  if (!isAppId(appId)) throw invalidClient();
  const sent = required(form, kind === 'code' ? 'code' : 'refresh_token');
  const issued = await exchangeGrant(deps, {
    kind,
    token: sent,
    appId,
    ...(kind === 'code' && {
      proof: { redirectUri: required(form, 'redirect_uri'), verifier: required(form, 'code_verifier') },
    }),
    scopesFor: (client) => scopesOf(client, form.get('scope')),
    address: request.ip,
  });
  if (!issued) {
    deps.badKeys.noteBadKey(request.ip, sent);
    throw new OauthError('invalid_grant', 'The code or token is invalid, expired, revoked or was already used');
  }
  const { accessToken, refreshToken, scopes } = issued;
  const rest = { token_type: 'Bearer', expires_in: TOKEN_SECONDS, scope: scopes.join(' ') };
  return { access_token: accessToken, refresh_token: refreshToken, ...rest };
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
  const appId = form.get('client_id');
  if (appId !== undefined && isAppId(appId)) {
    await revokeGrantToken(deps, { token: required(form, 'token'), appId, address: request.ip });
    return undefined;
  }
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
