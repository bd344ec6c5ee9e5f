import { fastify } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { dashboardRoutes } from '../src/api/dashboard/dashboard.ts';
import { sql } from '../src/store/db.ts';
import { call, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { browser, givenMember, givenOwner, type Owner } from './support/person.ts';

const { db } = useDatabase();
const server = useApp(db);
const ENDED = 'This link has expired or was revoked. Ask for a new one.';
let owner: Owner;
let keywordId = '';
let otherKeywordId = '';

beforeAll(async () => {
  owner = await givenOwner(server, { historyDays: 8 });
  const { body } = await owner.ask('/test/keywords');
  [keywordId, otherKeywordId] = body.data.map((keyword: { keyword_id: string }) => keyword.keyword_id);
});

const create = (body: object = {}, who: Pick<Owner, 'post'> = owner) =>
  who.post('/test/share-links', { name: 'Board', page: '/', filters: 'days=7', ...body });

/** Opens a link as somebody who is not signed in. */
async function opened(url: string) {
  const visitor = browser(server);
  const answer = await visitor.post('/share', { token: new URL(url).hash.slice(1) });
  return { ...visitor, answer };
}

test('a link shows its page to somebody who is not signed in', async () => {
  const { status, body } = await create();
  expect(status).toBe(201);
  expect(body.url).toMatch(/\/share#[\w-]{43}$/);
  const visitor = await opened(body.url);
  expect(visitor.answer).toMatchObject({ status: 200, body: { mode: 'test', page: '/', filters: 'days=7' } });
  const [cookie] = visitor.answer.headers.getSetCookie();
  expect(cookie).toMatch(/; Path=\/dashboard\/api\/shared; HttpOnly; SameSite=Strict; Max-Age=43200/);
  const overview = await visitor.ask('/shared/overview?days=7');
  expect([overview.status, overview.headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
  expect(overview.body).toEqual((await owner.ask('/test/overview?days=7')).body);
  expect((await visitor.ask('/shared/session')).body.page).toBe('/');
});

test('the token is stored as a hash and shown once', async () => {
  const { body } = await create({ name: 'Once' });
  const token = new URL(body.url).hash.slice(1);
  const rows = await db.query(sql`select to_jsonb(l)::text as row from share_links l`);
  expect(JSON.stringify(rows)).not.toContain(token);
  const { data } = (await owner.ask('/test/share-links')).body;
  expect(JSON.stringify(data)).not.toContain(token);
  expect(data[0]).toMatchObject({ name: 'Once', created_by: owner.email, status: 'active', last_used_at: null });
  await opened(body.url);
  expect((await owner.ask('/test/share-links')).body.data[0].last_used_at).not.toBeNull();
});

function everyRoute(): { method: string; url: string }[] {
  const found: { method: string; url: string }[] = [];
  const app = fastify();
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') found.push({ method: one, url });
  });
  dashboardRoutes(app, server.deps);
  return found.filter(({ url }) => url.startsWith('/dashboard/api/'));
}

const ALLOWED: Record<string, string[]> = {
  '/': ['overview', 'overview/voice', 'overview/news', 'overview/coverage', 'review/summary'],
  '/competitors': [
    'tracked-brands',
    'standings',
    'standings/crossings',
    'share-of-voice',
    'competitors/reread',
    'competitors/candidates',
  ],
  '/keywords/:id': ['scores', 'moves', 'answers']
    .map((part) => `keywords/:keyword_id/${part}`)
    .concat('queries', 'competitors'),
};
const ALWAYS = ['annotations', 'comparison', 'keyword-tags', 'session'];
/** What anybody may call without any session. */
const OPEN = / \/dashboard\/api\/(session|sign-in-options|share|invitation|invitation\/accept)$/;

test.each(Object.keys(ALLOWED))('a link to %s opens its own routes and refuses every other', async (page) => {
  const { body } = await create({ page: page.replace(':id', keywordId) });
  const visitor = await opened(body.url);
  const allowed = [...(ALLOWED[page] ?? []), ...ALWAYS].map((path) => `GET /dashboard/api/shared/${path}`);
  const routes = everyRoute();
  expect(routes.length).toBeGreaterThan(150);
  for (const { method, url } of routes) {
    const route = `${method} ${url}`;
    if (OPEN.test(route)) continue;
    const path = url.replace('/dashboard/api', '').replace(':mode', 'test').replace(':keyword_id', keywordId);
    const query = /\/(queries|comparison|competitors)$/.test(url) ? `?keyword_id=${keywordId}` : '';
    // Sent by hand to every route. A browser sends the cookie only below /dashboard/api/shared.
    const headers = { cookie: visitor.own.cookie };
    const answer = await call(server, `/dashboard/api${path.replace(/:\w+/g, 'x')}${query}`, {
      method,
      headers,
      ...(method === 'GET' ? {} : { body: {} }),
    });
    const isRefused = [401, 403].includes(answer.status);
    expect([route, isRefused]).toEqual([route, !allowed.includes(route)]);
  }
  for (const path of ['/api/v1/keywords', '/mcp', '/api/v1/annotations'])
    expect((await call(server, path, { headers: { cookie: visitor.own.cookie } })).status).not.toBe(200);
});

test('a link to a keyword does not show another keyword', async () => {
  const { body } = await create({ page: `/keywords/${keywordId}` });
  const visitor = await opened(body.url);
  const refused = { status: 403, body: { detail: 'This is not part of the shared page' } };
  expect(await visitor.ask(`/shared/keywords/${otherKeywordId}/scores`)).toMatchObject(refused);
  expect(await visitor.ask(`/shared/keywords/${otherKeywordId}/scores?keyword_id=${keywordId}`)).toMatchObject(refused);
  expect(await visitor.ask(`/shared/queries?keyword_id=${otherKeywordId}`)).toMatchObject(refused);
  expect(await visitor.ask('/shared/queries')).toMatchObject(refused);
  expect((await visitor.ask(`/shared/queries?keyword_id=${keywordId}`)).status).toBe(200);
});

test('401: a revoked link ends immediately, also where it is open', async () => {
  const { body } = await create();
  const visitor = await opened(body.url);
  expect((await owner.ask(`/test/share-links/${body.link_id}`, { method: 'DELETE' })).status).toBe(204);
  expect(await visitor.ask('/shared/overview')).toMatchObject({ status: 401, body: { detail: ENDED } });
  expect((await opened(body.url)).answer).toMatchObject({ status: 404, body: { detail: ENDED } });
});

test('401: an expired link ends', async () => {
  const { body } = await create({ expires_in_days: 1 });
  const visitor = await opened(body.url);
  await db.query(sql`update share_links set expires_at = now() - interval '1 second' where link_id = ${body.link_id}`);
  expect((await visitor.ask('/shared/overview')).status).toBe(401);
  expect((await opened(body.url)).answer.status).toBe(404);
  const { data } = (await owner.ask('/test/share-links')).body;
  expect(data.find(({ link_id }: { link_id: string }) => link_id === body.link_id).status).toBe('expired');
});

test('429: a link is limited to 1,000 requests per hour, unknown tokens to 30 per minute', async () => {
  const { body } = await create();
  const visitor = await opened(body.url);
  await db.query(sql`update share_links set hour_requests = 1000 where link_id = ${body.link_id}`);
  const refused = await visitor.ask('/shared/overview');
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
  await db.query(
    sql`update share_links set hour_started_at = now() - interval '61 minutes' where link_id = ${body.link_id}`,
  );
  expect((await visitor.ask('/shared/overview')).status).toBe(200);
});

test('creating, opening and revoking a link is in the audit log', async () => {
  const { body } = await create({ name: 'Audited' });
  await opened(body.url);
  await owner.ask(`/test/share-links/${body.link_id}`, { method: 'DELETE' });
  const { data } = (await owner.ask('/audit?about=share_link&per_page=100')).body;
  const mine = data.filter(({ subject_name }: { subject_name: string }) => subject_name === 'Audited');
  expect(mine.map(({ action, actor }: { action: string; actor: string }) => [action, actor])).toEqual([
    ['share_link.revoked', `dashboard:${owner.email}`],
    ['share_link.opened', `share:${body.link_id}`],
    ['share_link.created', `dashboard:${owner.email}`],
  ]);
});

test('403: viewers cannot share, members cannot revoke links of others', async () => {
  const viewer = await givenMember(server, owner, 'viewer');
  expect((await create({}, viewer)).status).toBe(403);
  const member = await givenMember(server, owner);
  const { body } = await create();
  const refused = await member.ask(`/test/share-links/${body.link_id}`, { method: 'DELETE' });
  expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('someone else')]);
});

test('the links of a member end when the member is removed', async () => {
  const member = await givenMember(server, owner);
  const { body } = await create({}, member);
  const visitor = await opened(body.url);
  expect((await visitor.ask('/shared/overview')).status).toBe(200);
  expect((await owner.ask(`/members/${member.memberId}`, { method: 'DELETE' })).status).toBe(204);
  expect((await visitor.ask('/shared/overview')).status).toBe(401);
});

test.each([
  [{ page: '/settings/keys' }, 'page: '],
  [{ page: '/keywords' }, 'page: '],
  [{ expires_in_days: 0 }, 'expires_in_days: '],
  [{ expires_in_days: 400 }, 'expires_in_days: '],
  [{ name: '' }, 'name: '],
])('422: a link with %j', async (body, detail) => {
  const refused = await create(body);
  expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining(detail)]);
});
