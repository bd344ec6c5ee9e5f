import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createAttemptLimit } from '../access/attempt-limit.ts';
import { isRedirectUri } from '../access/redirect-uris.ts';
import type { Log } from '../base/log.ts';
import { insertOauthApp } from '../store/accounts/oauth-apps.ts';
import type { Db } from '../store/db.ts';
import { answerOauthError, NOT_STORED, OauthError } from './oauth-errors.ts';

const BODY_LIMIT = 8 * 1024;
const HOUR_SECONDS = 3_600;
const MOST_UNUSED = 1_000;

// Other fields of the standard are ignored, as it requires.
const metadata = z.object({
  client_name: z
    .string()
    .transform((name) =>
      name
        .replace(/[\p{C}\p{Z}]+/gu, ' ')
        .trim()
        .slice(0, 80),
    )
    .catch(''),
  redirect_uris: z.array(z.string()).min(1).max(10),
});

/**
 * Dynamic client registration (RFC 7591), for assistants that their makers cannot register at every server. All are
 * public clients with PKCE. Registration grants nothing: a person has to connect the app.
 */
export function registerRoute(app: FastifyInstance, { db, log }: { db: Db; log: Log }): void {
  const registrations = createAttemptLimit(db, { name: 'registration', windowSeconds: HOUR_SECONDS });
  void app.register(async (oauth) => {
    oauth.setErrorHandler((error, _request, reply) => answerOauthError(error, reply, log));
    oauth.post('/oauth/register', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
      const seconds = await registrations.take(request.ip);
      if (seconds > 0) throw tooMany(seconds);
      return reply
        .code(201)
        .headers(NOT_STORED)
        .send(await register(db, request));
    });
  });
}

async function register(db: Db, { body }: FastifyRequest) {
  const parsed = metadata.safeParse(body);
  if (!parsed.success) {
    throw new OauthError('invalid_client_metadata', 'redirect_uris: must be a list of 1 to 10 URIs');
  }
  const { client_name: name, redirect_uris: redirectUris } = parsed.data;
  if (!redirectUris.every(isRedirectUri)) {
    const rules = 'must use https, http on localhost, or the scheme of an app';
    throw new OauthError('invalid_redirect_uri', `redirect_uris: ${rules}, without a fragment`);
  }
  const app = await insertOauthApp(db, { name: name || 'Unnamed app', redirectUris, mostUnused: MOST_UNUSED });
  if (!app) throw tooMany(HOUR_SECONDS);
  return {
    client_id: app.appId,
    client_name: app.name,
    redirect_uris: app.redirectUris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
}

function tooMany(seconds: number): OauthError {
  const headers = { 'retry-after': String(seconds) };
  return new OauthError('temporarily_unavailable', 'Too many registrations. Try again later.', {
    status: 429,
    headers,
  });
}
