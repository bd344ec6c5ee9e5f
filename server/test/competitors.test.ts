import { beforeAll, expect, test } from 'vitest';
import { analyze, prepareSubject } from '../src/analyze/analyze.ts';
import { seededRandom } from '../src/base/random.ts';
import { addDays, dayOf } from '../src/base/time.ts';
import { verifyWorkspace } from '../src/commands/verify.ts';
import type { Scatter } from '../src/score/scatter.ts';
import { type BrandVotes, intervalOfVotes, sharesOfVotes } from '../src/score/share-of-voice.ts';
import { overallScore, platformScore } from '../src/score/visibility.ts';
import { storedAnswers } from '../src/store/answers/stored-answers.ts';
import { platformScatter } from '../src/store/counts/judged-groups.ts';
import { keywordNames } from '../src/store/keywords/keywords.ts';
import { loadReading } from '../src/store/workspaces/readings.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { rereadDue } from '../src/subject/reread.ts';
import { CHANGING, call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const yesterday = addDays(dayOf(new Date()), -1);
let account: Awaited<ReturnType<typeof givenAccount>>;
let workspaceId = '';
let key = '';

beforeAll(async () => {
  account = await givenAccount(server.deps, CHANGING);
  workspaceId = account.workspaces.test;
  key = await givenKey(server.deps, account);
});

const get = (path: string, as = key) => call(server, `/api/v1${path}`, { key: as });
const post = (body: unknown, as = key) => call(server, '/api/v1/competitors', { key: as, method: 'POST', body });
const remove = (id: string, as = key) => call(server, `/api/v1/competitors/${id}`, { key: as, method: 'DELETE' });

async function workspaceAt() {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Error('no workspace');
  return workspace;
}

interface Read {
  keywordId: string;
  day: string;
  platform: string;
  promptId: string;
  brands: string[];
  pages: Map<string, number>;
}

const readings = new Map<number, Promise<Read[]>>();

/** The stored answers, read anew under the workspace's names: nothing that was counted before is used. */
async function readAll(): Promise<Read[]> {
  const { reading } = await workspaceAt();
  const known = readings.get(reading) ?? readUnder(reading);
  readings.set(reading, known);
  return known;
}

async function readUnder(reading: number): Promise<Read[]> {
  const subject = await loadReading(db, workspaceId, reading);
  if (!subject) throw new Error('no subject');
  const reader = prepareSubject(subject);
  const all: Read[] = [];
  for (const [keywordId] of await keywordNames(db, workspaceId)) {
    for await (const batch of storedAnswers(db, workspaceId, { keywordId })) {
      for (const answer of batch.filter(({ status }) => status === 'valid')) {
        const { mentions, citations } = analyze(answer, reader);
        const pages = new Map<string, number>();
        for (const { kind, ownerId } of citations) {
          if (kind === 'cited' && ownerId) pages.set(ownerId, (pages.get(ownerId) ?? 0) + 1);
        }
        const brands = mentions.map(({ brandId }) => brandId);
        const { platform, promptId } = answer;
        all.push({ keywordId, day: dayOf(answer.askedAt), platform, promptId, brands, pages });
      }
    }
  }
  return all;
}

function scoreOf(
  answers: Read[],
  id: string,
  promptOf: (answer: Read) => string,
  basis?: { before: Read[]; scatter: Map<string, Scatter> },
) {
  const platforms = [...new Set(answers.map(({ platform }) => platform))].sort();
  const scores = new Map(
    platforms.flatMap((platform) => {
      const countsOf = (some: Read[]) =>
        some
          .filter((answer) => answer.platform === platform)
          .map((answer) => ({ promptId: promptOf(answer), n: 1, k: answer.brands.includes(id) ? 1 : 0 }));
      const score = platformScore(
        countsOf(answers),
        basis && { before: countsOf(basis.before), scatter: basis.scatter.get(platform) },
      );
      return score ? [[platform, score] as const] : [];
    }),
  );
  return {
    overall: overallScore(scores),
    platforms: Object.fromEntries([...scores].map(([p, { score }]) => [p, score])),
  };
}

function votesOf(answers: { brands: string[] }[]): BrandVotes[] {
  return answers.flatMap(({ brands }) => brands.map((brandId) => ({ brandId, brandsNamed: brands.length, votes: 1 })));
}

const FIELDS = [
  'competitor_id',
  'name',
  'domain',
  'visibility_score',
  'share_of_voice',
  'mentions',
  'citations',
  'platforms',
  'trend',
  'updated_at',
];

test('200: a competitor has exactly the fields of the contract, and its evidence when it is asked for', async () => {
  const { status, body, headers } = await get('/competitors');
  expect([status, body.meta, headers.has('link')]).toEqual([200, { total: 4, page: 1, per_page: 20 }, true]);
  for (const record of body.data) expect(Object.keys(record)).toEqual(FIELDS);
  const scores = body.data.map((record: { visibility_score: number }) => record.visibility_score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  const one = await get(`/competitors/${body.data[0].competitor_id}`);
  expect(one.body).toEqual(body.data[0]);
  const evidence = ['sample_size', 'interval', 'share_of_voice_interval', 'metric_version'];
  const shown = await get('/competitors?include=evidence&per_page=2&page=2');
  expect(shown.body.meta).toEqual({ total: 4, page: 2, per_page: 2 });
  for (const record of shown.body.data) expect(Object.keys(record)).toEqual([...FIELDS, ...evidence]);
});

test('200: every number comes out the same when it is computed from the stored answers alone', async () => {
  const all = await readAll();
  const within = (from: string, to: string) => all.filter(({ day }) => day >= from && day <= to);
  const [now, before] = [
    within(addDays(yesterday, -6), yesterday),
    within(addDays(yesterday, -13), addDays(yesterday, -7)),
  ];
  const votes = votesOf(now);
  const shares = sharesOfVotes(votes);
  const { body } = await get('/competitors?include=evidence');
  for (const record of body.data) {
    const id = record.competitor_id;
    const measured = await platformScatter(db, workspaceId, [id]);
    expect(measured.length).toBe(4);
    const scatter = new Map(measured.map((one): [string, Scatter] => [one.platform, one]));
    const { overall, platforms } = scoreOf(now, id, () => 'all', { before, scatter });
    const previous = scoreOf(before, id, () => 'all').overall?.score ?? 0;
    const point = shares?.get(id) ?? 0;
    expect(record).toMatchObject({
      visibility_score: overall?.score,
      interval: overall?.interval,
      sample_size: now.length,
      mentions: now.filter(({ brands }) => brands.includes(id)).length,
      citations: now.reduce((sum, { pages }) => sum + (pages.get(id) ?? 0), 0),
      platforms,
      share_of_voice: point,
    });
    // Half away from zero, as the contract rounds: Math.round(-2.5) is -2.
    const change = (100 * ((overall?.score ?? 0) - previous)) / previous;
    expect(Number.parseInt(record.trend, 10)).toBe(Math.sign(change) * Math.round(Math.abs(change)) + 0);
    // Two bootstraps of the same answers with other draws.
    const interval = intervalOfVotes(votes, { brandId: id, answers: now.length, point }, seededRandom('any'));
    for (const end of [0, 1]) {
      expect(Math.abs(record.share_of_voice_interval[end] - (interval[end] ?? -9))).toBeLessThanOrEqual(1);
    }
  }
});

test('200: for one keyword a competitor is scored as the own brand is, each prompt weighing the same', async () => {
  const all = await readAll();
  const [keyword] = (await get('/visibility')).body.data;
  const mine = all.filter(
    ({ keywordId, day }) => keywordId === keyword.keyword_id && day > addDays(yesterday, -7) && day <= yesterday,
  );
  expect(scoreOf(mine, 'brand', ({ promptId }) => promptId).overall?.score).toBe(keyword.visibility_score);
  const { body } = await get(`/competitors?keyword_id=${keyword.keyword_id}&include=evidence`);
  const shares = sharesOfVotes(votesOf(mine));
  for (const record of body.data) {
    const { overall, platforms } = scoreOf(mine, record.competitor_id, ({ promptId }) => promptId);
    expect(record).toMatchObject({ visibility_score: overall?.score, sample_size: mine.length, platforms });
    expect(record.share_of_voice).toBe(shares?.get(record.competitor_id) ?? 0);
  }
});

test('200: platform and days narrow the numbers', async () => {
  const all = await readAll();
  const day = addDays(yesterday, -3);
  const mine = all.filter((one) => one.platform === 'claude' && one.day === day);
  const { body } = await get(`/competitors?platform=claude&since=${day}&until=${day}&include=evidence`);
  for (const record of body.data) {
    const { overall, platforms } = scoreOf(mine, record.competitor_id, () => 'all');
    expect(record).toMatchObject({ visibility_score: overall?.score, sample_size: mine.length, platforms });
  }
  const whole = await get(
    `/competitors?since=${day}T13:00:00Z&until=${day}T14:00:00Z&platform=claude&include=evidence`,
  );
  expect(whole.body).toEqual(body);
  const empty = { visibility_score: 0, share_of_voice: null, mentions: 0, citations: 0, platforms: {}, trend: '+0%' };
  const nothing = { sample_size: 0, interval: [0, 100], share_of_voice_interval: null };
  for (const query of ['until=0000-01-01', 'since=9999-12-31', 'keyword_id=kw_unknown', 'platform=nobody']) {
    const [record] = (await get(`/competitors?${query}&include=evidence`)).body.data;
    expect(record).toMatchObject({ ...empty, ...nothing });
  }
});

test('201: a competitor is added, says honestly that nothing is measured, and is measured when history has been read', async () => {
  const before = (await get('/competitors')).body.data;
  const created = await post({
    name: '  Trackmill ',
    domain: 'www.Trackmill.example',
    aliases: [{ text: 'TrackMill Pro', case: 'exact' }],
  });
  expect([created.status, Object.keys(created.body)]).toEqual([201, FIELDS]);
  const id = created.body.competitor_id;
  expect(created.headers.get('location')).toBe(`/api/v1/competitors/${id}`);
  const unmeasured = { name: 'Trackmill', domain: 'trackmill.example', visibility_score: 0, share_of_voice: null };
  expect(created.body).toMatchObject({ ...unmeasured, mentions: 0, citations: 0, platforms: {}, trend: '+0%' });
  const waiting = (await get(`/competitors/${id}?include=evidence`)).body;
  expect(waiting).toMatchObject({ sample_size: 0, interval: [0, 100], share_of_voice_interval: null });
  // The others keep their numbers while history is being read.
  const meanwhile = (await get('/competitors')).body.data.filter((one: { name: string }) => one.name !== 'Trackmill');
  const numbers = ({ updated_at: _, ...record }: Record<string, unknown>) => record;
  expect(meanwhile.map(numbers)).toEqual(before.map(numbers));

  await rereadDue(db);
  const measured = (await get(`/competitors/${id}?include=evidence`)).body;
  expect(measured.mentions).toBeGreaterThan(0);
  expect(measured.sample_size).toBeGreaterThan(300);
  expect(measured.updated_at >= waiting.updated_at).toBe(true);
  const all = await readAll();
  const now = all.filter(({ day }) => day > addDays(yesterday, -7) && day <= yesterday);
  expect(measured.mentions).toBe(now.filter(({ brands }) => brands.includes(id)).length);
  const found: string[] = [];
  await verifyWorkspace(db, await workspaceAt(), { keywords: [], onResult: (one) => found.push(...one.differences) });
  expect(found).toEqual([]);
});

test('two competitors added at once are both kept', async () => {
  const answers = await Promise.all(['Pondero', 'Rowboat GmbH', 'Mappello'].map((name) => post({ name })));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  const names = (await get('/competitors')).body.data.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['Pondero', 'Rowboat GmbH', 'Mappello']));
  const same = await Promise.all([1, 2, 3].map(() => post({ name: 'Quillstack' })));
  expect(same.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test('204: a removed competitor is gone at once', async () => {
  const created = await post({ name: 'Sonderplan' });
  const id = created.body.competitor_id;
  const removed = await remove(id);
  expect([removed.status, removed.text]).toEqual([204, '']);
  const gone = await get(`/competitors/${id}`);
  expect([gone.status, gone.text]).toEqual([404, '{"detail":"Competitor not found"}']);
  expect((await remove(id)).status).toBe(404);
});

test('401: without a key', async () => {
  for (const [path, method] of [
    ['/competitors', 'GET'],
    ['/competitors', 'POST'],
    ['/competitors/candidates', 'GET'],
    ['/competitors/cmp_1', 'GET'],
    ['/competitors/cmp_1', 'DELETE'],
  ]) {
    const { status, text } = await call(server, `/api/v1${path}`, { method: method ?? '' });
    expect([status, text]).toEqual([401, '{"detail":"Invalid or missing API key"}']);
  }
});

test('403: a key without the write scope reads and does not change', async () => {
  const reading = await givenKey(server.deps, account, { scopes: ['read'] });
  const refused = { detail: "This action requires the 'write' scope" };
  expect((await get('/competitors', reading)).status).toBe(200);
  const added = await post({ name: 'Nobody' }, reading);
  expect([added.status, added.body]).toEqual([403, refused]);
  const removed = await remove('cmp_1', reading);
  expect([removed.status, removed.body]).toEqual([403, refused]);
});

test('404: another account’s competitor looks like one that does not exist, and stays', async () => {
  const other = await givenAccount(server.deps, { historyDays: 1, seed: 'other' });
  const otherKey = await givenKey(server.deps, other);
  const [mine] = (await get('/competitors')).body.data;
  for (const [method, path] of [
    ['GET', '/competitors/'],
    ['DELETE', '/competitors/'],
  ]) {
    const ask = (id: string) => call(server, `/api/v1${path}${id}`, { key: otherKey, method: method ?? '' });
    const [foreign, unknown] = [await ask(mine.competitor_id), await ask('cmp_unknown')];
    expect([foreign.status, foreign.text]).toEqual([404, '{"detail":"Competitor not found"}']);
    expect(foreign.text).toBe(unknown.text);
  }
  expect((await get(`/competitors/${mine.competitor_id}`)).status).toBe(200);
  const ids = (await get('/competitors', otherKey)).body.data.map(
    (one: { competitor_id: string }) => one.competitor_id,
  );
  expect(ids.length).toBe(4);
  expect(ids).not.toContain(mine.competitor_id);
  // Nor do another account's answers count.
  const [theirs] = (await get('/competitors?include=evidence', otherKey)).body.data;
  expect(theirs.sample_size).toBeLessThan(300);
  const [keyword] = (await get('/visibility')).body.data;
  const [foreign] = (await get(`/competitors?include=evidence&keyword_id=${keyword.keyword_id}`, otherKey)).body.data;
  expect(foreign.sample_size).toBe(0);
});

test('409: a competitor that is tracked already, the own brand, one too many, no brand yet', async () => {
  for (const name of ['Aplomb', 'aplomb', ' APLOMB ', 'Trackmill-Pro']) {
    const { status, body } = await post({ name });
    expect([status, body]).toEqual([409, { detail: 'Competitor already exists' }]);
  }
  for (const name of ['Heron Board', 'heronboard', 'HERON-BOARD']) {
    const { status, body } = await post({ name });
    expect([status, body]).toEqual([409, { detail: 'Your own brand cannot be a competitor' }]);
  }
  const live = await givenKey(server.deps, account, { mode: 'live' });
  const unnamed = await post({ name: 'Aplomb' }, live);
  expect([unnamed.status, unnamed.body]).toEqual([
    409,
    { detail: 'This workspace has no brand yet. Set up your brand first.' },
  ]);
  expect((await get('/competitors', live)).body).toEqual({ data: [], meta: { total: 0, page: 1, per_page: 20 } });

  const full = await givenKey(server.deps, await givenAccount(server.deps));
  for (let i = 5; i <= 50; i++) expect((await post({ name: `Rival Number ${i}` }, full)).status).toBe(201);
  const refused = await post({ name: 'One Too Many' }, full);
  expect([refused.status, refused.body]).toEqual([409, { detail: 'Competitor limit of 50 reached' }]);
  expect((await get('/competitors', full)).body.meta.total).toBe(50);
});

test.each<[string, unknown, string]>([
  ['no name', {}, 'name: is required'],
  ['a name of one character', { name: 'X' }, 'name: must have at least 2 characters'],
  [
    'an alias that is a number',
    { name: 'Newcomer', aliases: [5] },
    'aliases[0]: must be a text, or an object with text and optionally case (smart, exact or insensitive), require_any and exclude_any',
  ],
  ['a name without a letter', { name: '!!??' }, 'name: An alias must contain a letter or a digit.'],
  [
    'an alias of one character',
    { name: 'Newcomer', aliases: ['Ok Name', 'N'] },
    'aliases[1]: An alias must have at least 2 characters.',
  ],
  [
    'an alias of the own brand',
    { name: 'Newcomer', aliases: ['heron-board'] },
    'aliases[0]: is already used by your own brand',
  ],
  ['an alias of a competitor', { name: 'Newcomer', aliases: ['weftly'] }, 'aliases[0]: is already used by weftly'],
  [
    'a domain of the own brand',
    { name: 'Newcomer', domain: 'heronboard.example' },
    'domains: heronboard.example already belongs to your own brand',
  ],
  ['no domain', { name: 'Newcomer', domain: 'newcomer' }, 'domain: must be a domain such as acme.io'],
  [
    'a domain that many share',
    { name: 'Newcomer', domain: 'co.uk' },
    'domain: must not be a public suffix such as co.uk: enter a domain such as acme.io',
  ],
  ['an unknown field', { name: 'Newcomer', colour: 'red' }, 'unknown field colour'],
  ['an unstorable name', { name: 'New\0comer' }, 'name: must not contain NUL or broken Unicode'],
])('422: %s', async (_name, body, detail) => {
  const { status, body: answer } = await post(body);
  expect([status, answer]).toEqual([422, { detail }]);
});

test.each([
  ['since=2020-01-01', 'since: must be at most 400 days before until'],
  ['since=2026-02-02&until=2026-02-01', 'since: must not be after until'],
  ['include=everything', 'include: must be one of evidence, names'],
])('422: ?%s', async (query, detail) => {
  const { status, body } = await get(`/competitors?${query}`);
  expect([status, body]).toEqual([422, { detail }]);
});
