import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AttemptLimit } from '../../access/attempt-limit.ts';
import { type OidcProvider, OidcRefused, type Refusal } from '../../access/oidc-provider.ts';
import type { OidcSettings } from '../../access/oidc-settings.ts';
import { type OidcChoice, signInByIdentity } from '../../access/oidc-sign-in.ts';
import type { Log } from '../../base/log.ts';
import { parseUrl } from '../../base/parse-url.ts';
import type { SecretsBox } from '../../base/secrets-box.ts';
import { givenCookie, givenOidcCookie, readCookie, readOidcCookie } from './cookie.ts';
import { openSession, type SessionDeps, visitorOf } from './session.ts';

/** Single sign-on, as the settings describe it. */
export interface OidcSignIn {
  settings: OidcSettings;
  provider: OidcProvider;
  /** The account that people join by their groups. */
  accountId: string;
}

interface OidcDeps extends SessionDeps {
  oidc: OidcSignIn;
  secrets: SecretsBox;
  /** Failed attempts per address. */
  failures: AttemptLimit;
  log: Log;
}

const FLOW_SECONDS = 600;
const CALLBACK = '/sign-in/oidc/callback';
// A cookie has room for 4,096 bytes.
const LONGEST_PATH = 2600;
const FLOW_ROW = 'oidc-flow';

const keptFlow = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  path: z.string(),
  choice: z.object({ memberId: z.string().optional(), invitationId: z.string().optional() }),
  until: z.number(),
});

/**
 * Sends the browser to the identity provider and receives it back. State, nonce and PKCE verifier are in an encrypted
 * cookie, so a response that this browser did not ask for is refused, and any process can receive it.
 */
export function oidcRoutes(app: FastifyInstance, deps: OidcDeps): void {
  app.get('/sign-in/oidc', (request, reply) =>
    redirect(deps, { request, reply }, async () => {
      const { url, flow } = await deps.oidc.provider.start(deps.baseUrl + CALLBACK);
      const { to } = request.query as { to?: unknown };
      const kept = { ...flow, path: ownPath(deps, to), choice: await choiceOf(deps, request) };
      reply.header('set-cookie', givenOidcCookie(deps, sealFlow(deps, kept), FLOW_SECONDS));
      return url.href;
    }),
  );
  app.get(CALLBACK, (request, reply) =>
    redirect(deps, { request, reply }, async () => {
      const flow = openFlow(deps, readOidcCookie(deps, request));
      reply.header('set-cookie', givenOidcCookie(deps, '', 0));
      if (!flow) throw new OidcRefused('expired');
      const { settings, provider, accountId } = deps.oidc;
      const identity = await provider.finish(new URL(request.url, deps.baseUrl), flow);
      const from = { visitor: visitorOf(request), choice: flow.choice };
      const token = await signInByIdentity({ db: deps.db, settings, accountId }, identity, from);
      reply.header('set-cookie', givenCookie(deps, token)['set-cookie']);
      return flow.path;
    }),
  );
}

/** Not for a link on another site: browsers send it neither with our cookie nor as same-origin. */
async function choiceOf(deps: OidcDeps, request: FastifyRequest): Promise<OidcChoice> {
  const actor = await openSession(deps.db, readCookie(deps, request), visitorOf(request));
  const { invitation } = request.query as { invitation?: unknown };
  const isOurPage = request.headers['sec-fetch-site'] === 'same-origin' && typeof invitation === 'string';
  return { memberId: actor?.session.member?.memberId, invitationId: isOurPage ? invitation : undefined };
}

/** Redirects to the target, or to the sign-in page with the reason why it is not possible. */
async function redirect(
  { failures, log, oidc }: OidcDeps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  target: () => Promise<string>,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
  const problem = (reason: Refusal) => reply.redirect(`/sign-in#problem=${reason}`, 303);
  if (failures.secondsRefused(request.ip) > 0) return problem('busy');
  try {
    return reply.redirect(await target(), 303);
  } catch (error) {
    if (!(error instanceof OidcRefused)) throw error;
    const { reason, cause, identity } = error;
    const isFailure = reason !== 'unavailable' && reason !== 'cancelled';
    const ids = { request_id: request.id, identity, account_id: oidc.accountId };
    log.warn({ ...ids, reason, err: cause }, 'single sign-on refused');
    return problem(isFailure && (await failures.take(request.ip)) > 0 ? 'busy' : reason);
  }
}

/** Only pages of this server: otherwise a link could lead from our sign-in to a copy of it. */
function ownPath({ baseUrl }: { baseUrl: string }, to: unknown): string {
  const url =
    typeof to === 'string' && to.startsWith('/') && to.length <= LONGEST_PATH ? parseUrl(baseUrl + to) : undefined;
  return url === undefined || url.pathname.startsWith('//') ? '/' : url.pathname + url.search;
}

function sealFlow({ secrets }: OidcDeps, flow: Omit<z.input<typeof keptFlow>, 'until'>): string {
  const until = Date.now() + FLOW_SECONDS * 1000;
  return secrets.seal(JSON.stringify({ ...flow, until }), FLOW_ROW).toString('base64url');
}

function openFlow({ secrets }: OidcDeps, cookie = ''): z.output<typeof keptFlow> | undefined {
  try {
    const flow = keptFlow.parse(JSON.parse(secrets.open(Buffer.from(cookie, 'base64url'), FLOW_ROW)));
    return flow.until > Date.now() ? flow : undefined;
  } catch {
    return undefined;
  }
}
