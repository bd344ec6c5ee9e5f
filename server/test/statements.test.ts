import { beforeAll, expect, test } from 'vitest';
import { generateKey } from '../src/access/api-key.ts';
import { v1Routes } from '../src/api/v1/v1.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { countStatements } from './support/counting.ts';
import { useDatabase } from './support/database.ts';
import { fill, inWalkingOrder, nameOf, prepare, queryFields, send, settle, type Walker } from './support/walk.ts';

/**
 * The most that one request sends to the database: the guard's statement (key and rate together) and the endpoint's own. A
 * transaction's begin and commit count too. To read takes the workspace's clock, the records and their number.
 */
const MOST = { read: 4, change: 20 };
/** What is not stored but made: from the names, the sums and the ballots of a week. Or many answers at once. */
const MORE: Record<string, number> = {
  listReview: 32,
  getReviewSummary: 19,
  listAnswers: 5,
  listSources: 14,
  listSourceTypes: 10,
  getSource: 15,
  listGaps: 14,
  listAttributes: 5,
  listCompetitors: 6,
  listCompetitorCandidates: 5,
  listStandings: 5,
  listCrossings: 5,
  getCompetitor: 6,
  getUsage: 7,
  getRetention: 6,
  previewReport: 40,
  ingestAnswers: 34,
  advanceSandbox: 27,
};
/**
 * Fewer where there are fewer batches of keywords, nothing to tell, names or counts are in memory, or the most cited
 * domain has no type to remove: deleted keywords take their citations with them.
 */
const VARYING = [
  'deleteSourceType',
  'backtestAlert',
  'ingestAnswers',
  'listCompetitorCandidates',
  'listGaps',
  'listQueries',
  'listReview',
  'listSources',
  'listSourceTypes',
  'getSource',
  'previewReport',
  'getReviewSummary',
  'dismissReview',
  'restoreReview',
];
const { db } = useDatabase();
const counting = countStatements(db);
const server = useApp(counting.db);
const routes = v1Routes(server.deps);
let few: Walker;
let many: Walker;

beforeAll(async () => {
  few = await givenWalker();
  many = await givenWalker();
  const keywords = Array.from({ length: 108 }, (_, i) => ({ keyword: `keyword ${i}` }));
  await post(many, '/keywords', { keywords });
  for (const walker of [few, many]) {
    await fill(walker);
    await post(walker, '/sandbox/advance', { seconds: 86_400 });
  }
  await settle(server.deps);
});

async function givenWalker(): Promise<Walker> {
  const account = await givenAccount(server.deps, { historyDays: 1 });
  return { server, key: await givenKey(server.deps, account), routes, marker: 'counted' };
}

async function post({ key }: Walker, path: string, body: unknown) {
  const { status, text } = await call(server, `/api/v1${path}`, { key, method: 'POST', body });
  if (status >= 300) throw new Error(`${path} is ${status}: ${text}`);
}

test.each(inWalkingOrder(routes).map((route) => [nameOf(route), route] as const))(
  '%s sends as many statements for one record as for a hundred, for a small workspace as for a large one',
  async (_name, route) => {
    const isList = queryFields(route).includes('per_page');
    const counts = new Set<number>();
    for (const walker of [few, many]) {
      for (const query of isList ? ['?per_page=1', '?per_page=100'] : ['']) {
        const request = await prepare(walker, route);
        counting.take();
        const { status, text } = await send(walker, route, { ...request, query });
        expect([status < 300, text]).toEqual([true, text]);
        counts.add(counting.take());
      }
    }
    const most = MORE[route.operation] ?? (route.method === 'GET' ? MOST.read : MOST.change);
    expect(Math.max(...counts)).toBeLessThanOrEqual(most);
    if (!VARYING.includes(route.operation)) expect([...counts]).toHaveLength(1);
  },
);

test('every exception is that of an endpoint', () => {
  const operations = routes.map(({ operation }) => operation);
  expect([...Object.keys(MORE), ...VARYING].filter((operation) => !operations.includes(operation))).toEqual([]);
});

test('the statement of the guard is enough for a 304', async () => {
  const { key } = many;
  const first = await call(server, '/api/v1/visibility', { key });
  counting.take();
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
  expect((await call(server, '/api/v1/visibility', { key, headers })).status).toBe(304);
  expect(counting.take()).toBe(1);
});

test('what is refused costs little: a malformed key nothing, an unknown one or a missing scope the guard alone', async () => {
  counting.take();
  expect((await call(server, '/api/v1/visibility', { key: 'svc_test_wrong' })).status).toBe(401);
  expect(counting.take()).toBe(0);
  expect((await call(server, '/api/v1/visibility', { key: generateKey('test') })).status).toBe(401);
  expect(counting.take()).toBe(1);
  const account = await givenAccount(server.deps);
  const reader = await givenKey(server.deps, account, { scopes: ['read'] });
  counting.take();
  const refused = await call(server, '/api/v1/keywords', { key: reader, method: 'POST', body: { keyword: 'x' } });
  expect([refused.status, counting.take()]).toEqual([403, 1]);
});

test('adding a hundred keywords and handing in as many answers takes no more statements than one', async () => {
  const counts = [];
  for (const amount of [1, 100]) {
    const words = Array.from({ length: amount }, (_, i) => `of ${amount}: number ${i}`);
    const answers = words.map((keyword) => ({ keyword, platform: 'copilot', prompt: 'Which?', text: 'Heron Board.' }));
    counting.take();
    await post(few, '/keywords', { keywords: words.map((keyword) => ({ keyword })) });
    const adding = counting.take();
    await post(few, '/answers', { answers });
    counts.push({ adding, ingesting: counting.take() });
  }
  const [one, hundred] = counts;
  expect(hundred?.adding).toBeLessThanOrEqual(one?.adding ?? 0);
  expect(hundred?.ingesting).toBeLessThanOrEqual(one?.ingesting ?? 0);
});
