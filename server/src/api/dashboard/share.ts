import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { BadKeyThrottle } from '../../access/bad-key-throttle.ts';
import { createShareLink, endShareLink, LINK_ENDED, openShareLink, readShareLink } from '../../access/share-links.ts';
import { ApiError } from '../../base/errors.ts';
import { isoSeconds } from '../../base/time.ts';
import { PLATFORM_NAMES } from '../../collect/platform-name.ts';
import { listShareLinks, type OpenLink, type ShareLink } from '../../store/accounts/share-links.ts';
import type { Db } from '../../store/db.ts';
import type { Guard } from '../guard.ts';
import { type Route, route } from '../route.ts';
import { metaOf } from '../v1/paging.ts';
import { visibleText } from '../v1/text-fields.ts';
import { pageFields } from '../v1/views.ts';
import { toWire } from '../wire.ts';
import { declared } from './contract/contract.ts';
import { type CookieDeps, givenShareCookie, readShareCookie } from './cookie.ts';
import { sandboxOf } from './sandbox-state.ts';
import type { SessionDeps } from './session.ts';
import { SHARED_PATHS, sharedPage } from './shared-pages.ts';
import { type VisitorRoute, visitorRoute } from './visitor-route.ts';

export const SHARED_PREFIX = '/dashboard/api/shared';
const MOST_LISTED = 200;

export const newLink = z.strictObject({
  name: visibleText(80),
  page: pageFields.page.refine(
    (page) => sharedPage(page) !== undefined,
    'must be the Overview, Competitors or the page of a keyword',
  ),
  filters: pageFields.filters,
  expires_in_days: z.int().min(1).max(365).default(30),
});

/** Creates, lists and revokes links. */
export function shareLinkRoutes({ db, baseUrl }: { db: Db; baseUrl: string }): Route[] {
  return [
    route({
      ...declared('GET /:mode/share-links'),
      scope: 'read',
      async handle({ caller }) {
        const data = (await listShareLinks(db, caller.workspaceId, MOST_LISTED)).map(show);
        return { body: { data, meta: metaOf({ page: 1, perPage: MOST_LISTED, total: data.length }) } };
      },
    }),
    route({
      ...declared('POST /:mode/share-links'),
      scope: 'write',
      body: newLink,
      async handle({ caller, body: { expires_in_days: days, ...input } }) {
        const { link, token } = await createShareLink(db, caller, { ...input, days });
        return { status: 201, body: { ...show(link), url: `${baseUrl}/share#${token}` } };
      },
    }),
    route({
      ...declared('DELETE /:mode/share-links/:link_id'),
      scope: 'write',
      async handle({ caller, params }) {
        await endShareLink(db, caller, params.link_id ?? '');
        return { status: 204, body: undefined };
      },
    }),
  ];
}

function show({ memberId, ...link }: ShareLink) {
  return toWire({ ...link, createdByMemberId: memberId });
}

/** Exchanges the token of a link for a cookie that only the routes of shared pages receive. */
export function shareRoutes(deps: CookieDeps & { db: Db; badTokens: BadKeyThrottle }): VisitorRoute[] {
  const { db, badTokens } = deps;
  return [
    visitorRoute({
      ...declared('POST /share'),
      body: z.strictObject({ token: z.string().min(1).max(200) }),
      async handle({ visitor: { address }, body: { token } }) {
        const seconds = badTokens.secondsRefused(address);
        if (seconds > 0) throw tooManyTokens(seconds);
        const link = await openShareLink(db, token, address);
        if (!link) {
          badTokens.noteBadKey(address, token);
          throw new ApiError(404, LINK_ENDED);
        }
        return { headers: givenShareCookie(deps, token, link.expiresAt), body: await describe(db, link) };
      },
    }),
    visitorRoute({
      ...declared('GET /shared/session'),
      handle: async ({ shareToken }) => ({ body: await describe(db, await readShareLink(db, shareToken)) }),
    }),
  ];
}

function tooManyTokens(seconds: number): ApiError {
  const detail = `Too many unknown links from this address. Try again in ${seconds} seconds.`;
  return new ApiError(429, detail, { 'retry-after': String(seconds) });
}

async function describe(db: Db, { accountId, accountName, name, mode, page, filters, expiresAt }: OpenLink) {
  return {
    account_name: accountName,
    name,
    mode,
    page,
    filters,
    expires_at: isoSeconds(expiresAt),
    platform_names: PLATFORM_NAMES,
    sandbox: await sandboxOf(db, accountId),
  };
}

/** The routes that shared pages read. */
export function sharedRoutes(routes: Route[]): Route[] {
  return routes.filter(({ method, path }) => method === 'GET' && SHARED_PATHS.includes(path));
}

/** Allows what the page of the link reads, in its workspace, and for its keyword. */
export function shareGuard(deps: SessionDeps): Guard {
  return async (request, reply) => {
    const link = await readShareLink(deps.db, readShareCookie(deps, request));
    reply.header('x-robots-tag', 'noindex');
    checkPage(link, request);
    const { workspaceId, mode, plan, linkId } = link;
    return { workspaceId, mode, plan, scopes: ['read'], by: { name: `share:${linkId}`, address: request.ip } };
  };
}

function checkPage({ page }: OpenLink, request: FastifyRequest): void {
  const shared = sharedPage(page);
  const path = request.routeOptions.url?.slice(SHARED_PREFIX.length) ?? '';
  const { keyword_id: inPath } = request.params as { keyword_id?: string };
  const { keyword_id: inQuery } = request.query as { keyword_id?: string };
  const isOther =
    shared?.keywordId !== undefined && path !== '/annotations' && path !== '/keyword-tags'
      ? (inPath ?? inQuery) !== shared.keywordId
      : false;
  if (!shared?.paths.includes(path) || isOther) throw new ApiError(403, 'This is not part of the shared page');
}
