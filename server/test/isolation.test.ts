import { beforeAll, expect, test } from 'vitest';
import type { Route } from '../src/api/route.ts';
import { v1Routes } from '../src/api/v1/v1.ts';
import type { Mode } from '../src/store/accounts/accounts.ts';
import { raw, sql } from '../src/store/db.ts';
import { loadReading, saveReading } from '../src/store/workspaces/readings.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import {
  collectionOf,
  fill,
  idFields,
  idsIn,
  inWalkingOrder,
  nameOf,
  paramsOf,
  prepare,
  queryFields,
  send,
  settle,
  unknownLike,
  type Walker,
} from './support/walk.ts';

/** Parameters of paths that name something everybody has, by the same name. */
const SHARED_NAMES = ['platform', 'domain'];

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;
const routes = inWalkingOrder(v1Routes(deps));
const walkedIds = routes.filter((route) => paramsOf(route).some((name) => !SHARED_NAMES.includes(name)));
let ours: Walker;
let theirs: Walker;
let theirWorkspace: string;
/** The same account as ours, its other workspace. */
let live: Walker;

beforeAll(async () => {
  const [account, other] = [await givenAccount(deps, { historyDays: 1 }), await givenAccount(deps, { historyDays: 1 })];
  await nameBrand(account.workspaces);
  ours = await givenWalker(account, 'test', 'ourmarker');
  live = await givenWalker(account, 'live', 'livemarker');
  theirs = await givenWalker(other, 'test', 'theirmarker');
  theirWorkspace = other.workspaces.test;
  for (const walker of [ours, live, theirs]) await fill(walker);
  for (const { key } of [ours, theirs]) {
    await call(server, '/api/v1/sandbox/advance', { key, method: 'POST', body: { seconds: 86_400 } });
  }
  await settle(deps);
});

async function givenWalker(account: { workspaces: Record<Mode, string> }, mode: Mode, marker: string) {
  return { server, key: await givenKey(deps, account, { mode }), routes, marker };
}

/** A live workspace takes answers once a brand has been named. */
async function nameBrand(workspaces: Record<Mode, string>) {
  const subject = await loadReading(db, workspaces.test, 1);
  if (!subject) throw new Error('the sandbox has no brand');
  // Competitors have ids of their own workspace: those of the other would not be foreign.
  const alone = { ...subject, competitors: [] };
  await db.transaction((tx) => saveReading(tx, workspaces.live, { subject: alone, now: new Date() }));
}

/** What a client can tell two answers apart by, apart from its own id said back to it. */
function seen({ status, headers, text }: Awaited<ReturnType<typeof send>>, id: string) {
  const told = [...headers].filter(([name]) => !/^(x-request-id|date|etag|ratelimit|x-ratelimit-.*)$/.test(name));
  const hidden = (words: string) => words.replaceAll(id, 'ID');
  return { status, headers: told.map((header) => hidden(header.join(': '))), text: hidden(text) };
}

/** Every value that one of the walker's own ids in a route's path could be mistaken for. */
async function foreignIds(route: Route, name: string): Promise<string[]> {
  const found = [theirs, live].map(async (walker) => {
    const own = await prepare(walker, route).catch(() => undefined);
    return own ? (await idsIn(walker, collectionOf(route, name, own.ids), { name })).slice(0, 3) : [];
  });
  return (await Promise.all(found)).flat();
}

test.each(walkedIds.map((route) => [nameOf(route), route] as const))(
  '%s answers to an id of another account, or of the other workspace, as to one that nobody has',
  async (_name, route) => {
    for (const name of paramsOf(route)) {
      const foreign = await foreignIds(route, name);
      expect(foreign.length).toBeGreaterThan(0);
      for (const id of foreign) {
        const request = await prepare(ours, route);
        const unknown = unknownLike(id);
        const [toForeign, toUnknown] = [
          seen(await send(ours, route, { ...request, ids: { ...request.ids, [name]: id } }), id),
          seen(await send(ours, route, { ...request, ids: { ...request.ids, [name]: unknown } }), unknown),
        ];
        expect(toForeign.status).toBe(404);
        expect(toForeign).toEqual(toUnknown);
      }
    }
  },
);

const filters = routes.flatMap((route) =>
  queryFields(route).flatMap((field) => (field.endsWith('_id') ? [[nameOf(route), field, route] as const] : [])),
);

test.each(filters)('%s with a foreign %s finds what an unknown one finds', async (_name, field, route) => {
  for (const id of await theirIds(field)) {
    const unknown = unknownLike(id);
    const request = await prepare(ours, route);
    const [withForeign, withUnknown] = [
      seen(await send(ours, route, { ...request, query: `?${field}=${id}` }), id),
      seen(await send(ours, route, { ...request, query: `?${field}=${unknown}` }), unknown),
    ];
    expect(withForeign).toEqual(withUnknown);
  }
});

test('no body takes an id of another account: it is answered as one that nobody has', async () => {
  const tried: string[] = [];
  for (const route of routes.filter((one) => one.body !== undefined)) {
    const request = await prepare(ours, route);
    const body = request.body as object;
    for (const field of idFields(route, body)) {
      const withId = (id: string) => ({ ...request, body: { ...body, [field]: field.endsWith('s') ? [id] : id } });
      tried.push(`${route.operation} ${field}`);
      for (const id of await theirIds(field)) {
        const unknown = unknownLike(id);
        const toForeign = seen(await send(ours, route, withId(id)), id);
        const toUnknown = seen(await send(ours, route, withId(unknown)), unknown);
        expect([route.operation, toForeign]).toEqual([route.operation, toUnknown]);
        expect(toForeign.status).toBeGreaterThanOrEqual(400);
      }
    }
  }
  expect(tried).toContain('ingestAnswers keyword_id');
});

/** The other account's ids of a kind, from the list that is named after it: `keyword_id` from `/keywords`. */
async function theirIds(field: string): Promise<string[]> {
  const list = `/${field.replace(/_ids?$/, '')}s`;
  if (!routes.some(({ method, path }) => method === 'GET' && path === list)) {
    throw new Error(
      `no GET ${list} to take a foreign ${field} from: teach server/test/isolation.test.ts where to look`,
    );
  }
  return (await idsIn(theirs, list, { name: field.replace(/s$/, '') })).slice(0, 3);
}

test('nothing that one account reads holds an id or a word of the other', async () => {
  const reading = routes.filter(({ method }) => method === 'GET');
  const words = ['theirmarker', 'livemarker', theirWorkspace];
  for (const route of reading) {
    const list = route.path;
    if (list.includes(':') || !queryFields(route).includes('per_page')) continue;
    for (const walker of [theirs, live]) words.push(...(await idsOfAnyKind(walker, list)));
  }
  // Without these the search below would prove nothing.
  expect(words.length).toBeGreaterThan(50);
  for (const route of reading) {
    const query = queryFields(route).includes('per_page') ? '?per_page=100' : '';
    const { status, text, headers } = await send(ours, route, { ...(await prepare(ours, route)), query });
    expect([nameOf(route), status]).toEqual([nameOf(route), 200]);
    const shown = text + JSON.stringify([...headers]);
    expect([nameOf(route), words.filter((word) => shown.includes(word))]).toEqual([nameOf(route), []]);
  }
  expect((await call(server, '/api/v1/keywords', { key: theirs.key })).text).toContain('theirmarker');
});

async function idsOfAnyKind({ key }: Walker, list: string): Promise<string[]> {
  const { text } = await call(server, `/api/v1${list}?per_page=100`, { key });
  return text.match(/\b[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{26}\b/g) ?? [];
}

test('the same Idempotency-Key is a name of its own in each account', async () => {
  const body = { keyword: 'named twice' };
  const add = ({ key }: Walker) =>
    call(server, '/api/v1/keywords', { key, method: 'POST', body, headers: { 'idempotency-key': 'the same' } });
  const [first, second] = [await add(theirs), await add(ours)];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.headers.get('idempotent-replayed')).toBeNull();
  expect(second.body.keyword_id).not.toBe(first.body.keyword_id);
});

test('whatever is written with ids of the other account, its rows stay as they were', async () => {
  const before = await rowsOf(theirWorkspace);
  expect(before.size).toBeGreaterThan(10);
  for (const route of routes.filter(({ method }) => method !== 'GET')) {
    const request = await prepare(ours, route);
    const foreign = (await prepare(theirs, route)).ids;
    await send(ours, route, { ...request, ids: foreign });
    for (const name of paramsOf(route)) {
      await send(ours, route, { ...request, ids: { ...request.ids, [name]: foreign[name] ?? '' } });
    }
  }
  expect(await rowsOf(theirWorkspace)).toEqual(before);
});

/** A fingerprint of a workspace's rows, by table. The rate window is moved by looking at the workspace. */
async function rowsOf(workspaceId: string): Promise<Map<string, string>> {
  const tables = await db.query<{ name: string }>(
    sql`select c.relname as name
        from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
        where c.relkind in ('r', 'p')
          and not c.relispartition
          and c.relnamespace = 'public'::regnamespace
          and c.relname <> 'rate_windows'`,
  );
  const prints = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await db.query<{ print: string | null }>(
      sql`select md5(string_agg(t::text, ',' order by t::text)) as print
          from ${raw(name)} t
          where workspace_id = ${workspaceId}`,
    );
    if (row?.print) prints.set(name, row.print);
  }
  return prints;
}
