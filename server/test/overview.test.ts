import { beforeAll, expect, test } from 'vitest';
import { addDays } from '../src/base/time.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { type Browser, byLink } from './support/person.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;
let account: Awaited<ReturnType<typeof givenAccount>>;
let person: Browser;
let key = '';

beforeAll(async () => {
  account = await givenAccount(deps, { historyDays: 35, seed: 'visibility' });
  person = await byLink(server, account.accountId);
  key = await givenKey(deps, account);
});

async function overview(path = '', query = '') {
  const answer = await person.ask(`/test/overview${path}${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

/** What the API says, for comparison. */
const api = async (path: string) => (await call(server, `/api/v1${path}`, { key })).body;

/** Gives a tag to exactly these keywords. */
async function tag(name: string, keywordIds: string[]): Promise<void> {
  for (const id of keywordIds) {
    const changed = await call(server, `/api/v1/keywords/${id}`, { key, method: 'PATCH', body: { tags: [name] } });
    expect(changed.status).toBe(200);
  }
}

async function keywordIds(): Promise<string[]> {
  const { data } = await api('/keywords?per_page=100');
  return data.map((keyword: { keyword_id: string }) => keyword.keyword_id);
}

test('of one keyword the Overview tells on every day what the keyword’s own page tells', async () => {
  const [first = ''] = await keywordIds();
  await tag('only this', [first]);
  const { points, current, keywords } = await overview('', '?days=20&tag=only%20this');
  const detail = await api(`/visibility/${first}?since=${points[0].date}`);
  expect(keywords).toBe(1);
  expect(points.length).toBeGreaterThan(15);
  expect(
    points.map(({ date, visibility_score, sample_size, platforms }: Point) => [
      date,
      visibility_score,
      sample_size,
      platforms,
    ]),
  ).toEqual(detail.history.map((day: Point) => [day.date, day.visibility_score, day.sample_size, day.platforms]));
  expect(current).toMatchObject({
    visibility_score: detail.visibility_score,
    interval: detail.interval,
    sample_size: detail.sample_size,
    mentions: detail.mentions,
  });
});

interface Point {
  date: string;
  visibility_score: number;
  interval: [number, number];
  sample_size: number;
  platforms: Record<string, number>;
}

test('of all keywords it tells what a report of the same seven days tells', async () => {
  const { points, until } = await overview();
  const [newest] = points.slice(-1);
  const { gatherContent } = await import('../src/reports/gather.ts');
  const { findWorkspace } = await import('../src/store/workspaces/workspaces.ts');
  const workspace = await findWorkspace(db, account.workspaces.test);
  if (!workspace) throw new Error('no workspace');
  const report = { name: 'Week', periodStart: addDays(until, -6), periodEnd: until, keywordIds: [], tags: [] };
  const about = { ...report, reportId: 'rpt_1', workspaceId: workspace.workspaceId };
  const content = await gatherContent(db, {
    workspace,
    // biome-ignore lint/suspicious/noExplicitAny: a report that is due has more to it than its content needs
    report: about as any,
    keep: async () => {},
  });
  expect(content.summary).toMatchObject({
    visibility_score: newest.visibility_score,
    interval: newest.interval,
    sample_size: newest.sample_size,
  });
  const told = await overview('/voice', '?days=400');
  expect(told.brands.reduce((sum: number, brand: Brand) => sum + brand.share_of_voice, 0)).toBe(100);
});

interface Brand {
  name: string;
  is_own: boolean;
  share_of_voice: number;
  interval: [number, number];
}

test('a platform is measured by itself, and a day without answers before the first is left out', async () => {
  const all = await overview('', '?days=90');
  const one = await overview('', '?days=90&platform=claude');
  expect(one.points.map((point: Point) => [point.date, point.visibility_score])).toEqual(
    all.points.map((point: Point) => [point.date, point.platforms.claude]),
  );
  expect(one.points.every(({ platforms }: Point) => Object.keys(platforms).join() === 'claude')).toBe(true);
  expect(all.points.length).toBe(35);
  expect(all.since < all.points[0].date).toBe(true);
});

test('more than four months are told week by week, and the newest is the same', async () => {
  const daily = await overview('', '?days=30');
  const weekly = await overview('', '?days=200');
  expect([daily.step_days, weekly.step_days]).toEqual([1, 7]);
  expect(weekly.points.at(-1)).toEqual(daily.points.at(-1));
  expect(weekly.points.at(-2)).toEqual(daily.points.at(-8));
  expect(weekly.current).toEqual(daily.current);
});

test('shares of voice are the competitors’ own, and the same by a tag that all keywords have', async () => {
  const since = (await overview()).since;
  const all = await overview('/voice');
  const { data } = await api(`/competitors?since=${since}&include=evidence`);
  const told = new Map<string, Brand>(all.brands.map((brand: Brand) => [brand.name, brand]));
  expect(data.length).toBeGreaterThan(1);
  for (const { name, share_of_voice, share_of_voice_interval } of data) {
    expect([name, told.get(name)?.share_of_voice, told.get(name)?.interval]).toEqual([
      name,
      share_of_voice,
      share_of_voice_interval,
    ]);
  }
  expect(all.brands.filter(({ is_own }: Brand) => is_own).length).toBe(1);
  await tag('every', await keywordIds());
  const { since: from, ...tagged } = await overview('/voice', '?tag=every');
  expect(from).toBe(since);
  expect(tagged).toMatchObject({ sample_size: all.sample_size, brands: all.brands });
});

test('what moved is the events of the range, the newest first', async () => {
  const { moves, moves_total } = await overview('/news', '?days=400');
  const { data, meta } = await api('/events?type=visibility.changed&per_page=100');
  expect(meta.total).toBeGreaterThan(0);
  expect(moves_total).toBe(meta.total);
  const times = moves.map((move: Move) => move.created_at);
  expect(times).toEqual([...times].sort().reverse());
  expect(times[0]).toBe(data[0].created_at);
  for (const { event_id, previous_score, new_score, platform, keyword_id } of moves) {
    const event = data.find((one: { id: string }) => one.id === event_id);
    expect(event.data).toMatchObject({ previous_score, new_score, platform, keyword_id });
  }
  const [{ platform }] = moves;
  const narrowed = await overview('/news', `?days=400&platform=${platform}`);
  expect(narrowed.moves.every((move: Move) => move.platform === platform)).toBe(true);
  expect((await overview('/news', '?days=400&tag=nowhere')).moves).toEqual([]);
});

interface Move {
  event_id: string;
  created_at: string;
  keyword_id: string;
  platform: string;
  previous_score: number;
  new_score: number;
}

test('what to review has the largest gaps and who overtook the brand, each with its answers', async () => {
  const { data } = await api('/review?per_page=100');
  const ofKind = (kind: string) => data.filter((entry: { kind: string }) => entry.kind === kind);
  const gaps = await api('/gaps?per_page=5');
  expect(ofKind('gap').length).toBe(gaps.data.length);
  for (const { evidence } of ofKind('gap')) {
    const answers = await api(evidence.answers.replace('/api/v1', ''));
    expect(answers.meta.total).toBe(evidence.figures[0].count);
  }
  const crossings = await api('/standings/crossings?direction=was_overtaken&per_page=100');
  const known = crossings.data.map((one: { keyword_id: string; week_end: string }) => [one.keyword_id, one.week_end]);
  for (const { keyword_id, since, text } of ofKind('overtaken')) {
    expect(known).toContainEqual([keyword_id, since.slice(0, 10)]);
    expect(text).toMatch(/overtook you for/);
  }
  const { leaders, parts } = await api('/review/summary');
  expect(parts.some(({ kind }: { kind: string }) => kind === 'lead')).toBe(leaders.length > 0);
});

test('completeness is counted over the last seven whole days, against what the plan asks in them', async () => {
  const { since, until, planned, platforms, last_answer_at } = await overview('/coverage');
  const { days } = await api(`/usage?since=${since}&until=${until}`);
  const sum = (field: string) => days.reduce((all: number, day: Record<string, number>) => all + (day[field] ?? 0), 0);
  const told = (field: string) =>
    platforms.reduce((all: number, one: Record<string, number>) => all + (one[field] ?? 0), 0);
  expect([told('valid'), told('refused'), told('failed')]).toEqual([sum('valid'), sum('refused'), sum('failed')]);
  expect(addDays(since, 6)).toBe(until);
  expect(planned).toBe(sum('valid') + sum('refused') + sum('failed'));
  expect(last_answer_at.slice(0, 10) >= until).toBe(true);
});

test('with very many keywords every answer weighs the same, and the numbers are of all answers', async () => {
  const before = await overview();
  expect(before.weighting).toBe('prompts');
  const keywords = Array.from({ length: 1000 }, (_, index) => ({ keyword: `another keyword ${index}` }));
  expect((await call(server, '/api/v1/keywords', { key, method: 'POST', body: { keywords } })).status).toBe(201);
  const after = await overview();
  expect(after.weighting).toBe('answers');
  expect(after.points.map((point: Point) => [point.date, point.sample_size])).toEqual(
    before.points.map((point: Point) => [point.date, point.sample_size]),
  );
  for (const [index, point] of after.points.entries()) {
    expect(Math.abs(point.visibility_score - before.points[index].visibility_score)).toBeLessThanOrEqual(2);
  }
  const tagged = await overview('', '?tag=every');
  expect(tagged.points).toEqual(before.points);
});

test('a workspace that has begun and has no answer yet is told without shares', async () => {
  const beginner = await byLink(server, (await givenAccount(deps)).accountId);
  const begun = await beginner.post('/live/start', {
    brand: { name: 'Acme', aliases: [], domains: [] },
    competitors: [],
    keywords: [{ keyword: 'crm for bakers' }],
    budget: { daily_cap_usd: 5, monthly_cap_usd: null },
  });
  expect(begun.status).toBeLessThan(300);
  expect((await beginner.ask('/live/overview')).body).toMatchObject({ brand: 'Acme', keywords: 1, points: [] });
  const voice = await beginner.ask('/live/overview/voice');
  expect([voice.status, voice.body.brands]).toEqual([200, []]);
});

test('a workspace without data has no numbers, and nobody sees another’s', async () => {
  const live = await person.ask('/live/overview');
  expect(live.body).toMatchObject({ brand: null, keywords: 0, current: null, points: [] });
  expect((await person.ask('/live/overview/voice')).body.brands).toEqual([]);
  expect((await person.ask('/live/overview/news')).body).toEqual({ moves: [], moves_total: 0 });
  expect((await person.ask('/live/overview/coverage')).body).toMatchObject({
    last_answer_at: null,
    planned: 0,
    platforms: [],
  });
  const stranger = await byLink(server, (await givenAccount(deps)).accountId);
  expect((await stranger.ask('/test/overview')).body.points).toEqual([]);
  expect((await call(server, '/dashboard/api/test/overview')).status).toBe(401);
  expect((await person.ask('/test/overview?days=401')).status).toBe(422);
});
