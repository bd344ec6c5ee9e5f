import { beforeAll, expect, test } from 'vitest';
import { parseCsv } from '../src/base/csv.ts';
import { addDays, dayOf, isoSeconds } from '../src/base/time.ts';
import type { KeywordScore, ReportContent } from '../src/reports/content.ts';
import { makeDueReport } from '../src/reports/worker.ts';
import type { PlatformDay } from '../src/score/day.ts';
import { saveDays } from '../src/store/days/write.ts';
import { ensurePartitions } from '../src/store/system/partitions.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const today = dayOf(new Date());
const LAST_WEEK = { period_start: addDays(today, -7), period_end: addDays(today, -1) };
const FORMULA = '=HYPERLINK("http://x.example","y"), 1';

let account: Awaited<ReturnType<typeof givenAccount>>;
let key = '';
let live = '';

beforeAll(async () => {
  account = await givenAccount(server.deps, { historyDays: 14 });
  key = await givenKey(server.deps, account);
  live = await givenKey(server.deps, account, { mode: 'live' });
});

/** A report made from input, and its file. */
async function made(input: object, as = key) {
  const body = { name: 'Report', schedule: 'once', ...LAST_WEEK, ...input };
  const created = await call(server, '/api/v1/reports', { key: as, method: 'POST', body });
  expect(created.status).toBe(201);
  while ((await makeDueReport(server.deps)) > 0);
  const response = await fetch(`${server.url}/api/v1/reports/${created.body.report_id}/file`, {
    headers: { authorization: `Bearer ${as}` },
  });
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.length).toBe(Number(response.headers.get('content-length')));
  return { bytes, type: response.headers.get('content-type') };
}

async function json(input: object, as = key): Promise<ReportContent> {
  return JSON.parse((await made({ ...input, format: 'json' }, as)).bytes.toString());
}

async function csv(input: object, as = key): Promise<Record<string, string>[]> {
  const { bytes, type } = await made({ ...input, format: 'csv' }, as);
  expect(type).toBe('text/csv; charset=utf-8; header=present');
  const text = bytes.toString();
  // A spreadsheet would run it.
  expect(text).not.toMatch(/(?:^|,|,")=/m);
  const [header, ...records] = parseCsv(text);
  const names = header?.cells ?? [];
  return records.map(({ cells }) => Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ''])));
}

const byId = (a: { keyword_id: string }, b: { keyword_id: string }) => (a.keyword_id < b.keyword_id ? -1 : 1);

test('the keywords of a week’s report have the numbers of GET /visibility', async () => {
  const records = (await call(server, '/api/v1/visibility?include=evidence&per_page=100', { key })).body.data;
  const { keywords, metric_version } = await json({});
  const shown = keywords
    .map(({ previous_score, significant, platform_samples, ...same }: KeywordScore) => same)
    .sort(byId);
  const expected = records.map(
    ({ updated_at, platform_evidence, metric_version: version, ...same }: Record<string, unknown>) => {
      expect(version).toBe(metric_version);
      return same;
    },
  );
  expect(shown).toEqual(expected.sort(byId));
  expect(shown.length).toBe(12);
});

test('a report on one keyword has that keyword’s numbers, week by week', async () => {
  const [record] = (await call(server, '/api/v1/visibility?include=evidence', { key })).body.data;
  const content = await json({ keyword_ids: [record.keyword_id] });
  const { keyword_id, keyword, platforms, platform_evidence, updated_at, metric_version, ...numbers } = record;
  expect(content.summary).toMatchObject(numbers);
  expect(content.keywords.map((one) => one.keyword_id)).toEqual([keyword_id]);
  expect(Object.fromEntries(content.platforms.map((one) => [one.platform, one.visibility_score]))).toEqual(platforms);
  const detail = await call(
    server,
    `/api/v1/visibility/${keyword_id}?interval=week&since=${addDays(today, -14)}&until=${LAST_WEEK.period_end}`,
    { key },
  );
  const weeks = content.history.map(({ interval, ...point }) => point);
  expect(weeks).toEqual(detail.body.history.map(({ mentions, citations, ...point }: Record<string, unknown>) => point));
  expect(weeks.length).toBe(2);
});

test('what was asked, named and cited adds up', async () => {
  const { summary, platforms, measured, share_of_voice: voice, cited_pages, simulated, incomplete } = await json({});
  expect(simulated).toBe(true);
  expect(incomplete).toEqual([]);
  expect(measured).toMatchObject({ keywords: 12, prompts: 60 });
  expect(measured.valid + measured.truncated + measured.refused + measured.failed).toBe(measured.questions);
  expect(summary?.sample_size).toBe(measured.valid);
  expect(platforms.reduce((sum, one) => sum + one.mentions, 0)).toBe(summary?.mentions);
  expect(platforms.reduce((sum, one) => sum + one.citations, 0)).toBe(summary?.citations);
  expect(measured.platforms.map(({ models }) => models.length)).toEqual([1, 1, 1, 1]);
  expect(voice.reduce((sum, one) => sum + one.share_of_voice, 0)).toBe(100);
  expect(voice.find(({ is_own }) => is_own)?.mentions).toBe(summary?.mentions);
  expect(cited_pages.own.length).toBeGreaterThan(0);
  expect(cited_pages.own.reduce((sum, page) => sum + page.citations, 0)).toBeLessThanOrEqual(summary?.citations ?? 0);
});

test('sums of all keywords have the same brands and pages as the answers of each', async () => {
  const { data } = (await call(server, '/api/v1/keywords?per_page=100', { key })).body;
  const summed = await json({});
  const counted = await json({ keyword_ids: data.map(({ keyword_id }: { keyword_id: string }) => keyword_id) });
  expect(summed.share_of_voice).toEqual(counted.share_of_voice);
  expect(summed.cited_pages).toEqual(counted.cited_pages);
  expect(summed.cited_pages.others.some(({ competitor }) => competitor !== null)).toBe(true);
});

test('a report is about the chosen keywords and tags alone', async () => {
  const { data } = (await call(server, '/api/v1/keywords', { key })).body;
  const tag = data[0].tags[0];
  const tagged = data.filter(({ tags }: { tags: string[] }) => tags.includes(tag));
  const other = data.find(({ tags }: { tags: string[] }) => !tags.includes(tag));
  const { keywords } = await json({ tags: [tag], keyword_ids: [other.keyword_id] });
  const expected = [...tagged, other].map(({ keyword_id }) => keyword_id);
  expect(keywords.map(({ keyword_id }) => keyword_id).sort()).toEqual(expected.sort());
  expect((await json({ tags: ['nobody'] })).incomplete).toEqual(['No keyword matches the selection for this report.']);
});

test('a CSV has the points of each keyword’s history, day by day', async () => {
  const rows = await csv({});
  expect(rows.length).toBe(12 * 7);
  const keywordId = rows[0]?.keyword_id;
  const range = `since=${LAST_WEEK.period_start}&until=${LAST_WEEK.period_end}`;
  const { body } = await call(server, `/api/v1/visibility/${keywordId}?${range}`, { key });
  const mine = rows.filter(({ keyword_id }) => keyword_id === keywordId);
  const numbers = mine.map(({ keyword_id, keyword, interval_low, interval_high, ...point }) => {
    expect(Number(interval_low)).toBeLessThanOrEqual(Number(point.visibility_score));
    expect(Number(interval_high)).toBeGreaterThanOrEqual(Number(point.visibility_score));
    return point;
  });
  expect(numbers).toEqual(
    body.history.map(({ platforms, ...point }: { platforms: object }) =>
      Object.fromEntries(Object.entries({ ...point, ...platforms }).map(([name, value]) => [name, String(value)])),
    ),
  );
});

test('a CSV keeps quotes and commas, and no cell of it is a formula', async () => {
  const added = await call(server, '/api/v1/keywords', { key, method: 'POST', body: { keyword: FORMULA } });
  const asked_at = isoSeconds(new Date(`${addDays(today, -2)}T12:00:00Z`));
  const answer = {
    keyword_id: added.body.keyword_id,
    platform: 'chatgpt_web',
    prompt: 'Which?',
    text: 'None.',
    asked_at,
  };
  await call(server, '/api/v1/answers', { key, method: 'POST', body: answer });
  const rows = await csv({ keyword_ids: [added.body.keyword_id] });
  expect(rows.map(({ keyword, chatgpt_web }) => [keyword, chatgpt_web])).toEqual([
    [FORMULA, '0'],
    [FORMULA, '0'],
  ]);
  const { incomplete, measured } = await json({ keyword_ids: [added.body.keyword_id] });
  expect(measured.platforms).toMatchObject([{ platform: 'chatgpt_web', surfaces: ['import'], valid: 1 }]);
  expect(incomplete).toContain('Not measured in this period: ChatGPT, Claude, Gemini, Perplexity.');
  expect(incomplete.join(' ')).toContain('chatgpt_web gave no valid answer on 6 of 7 days');
});

test('what is missing is said: keywords without answers, days not over, days before the first', async () => {
  await call(server, '/api/v1/keywords', { key, method: 'POST', body: { keyword: 'standing desk' } });
  const { incomplete } = await json({ period_start: addDays(today, -30), period_end: today });
  expect(incomplete).toEqual([
    '1 of 14 keywords have no valid answer in this period: standing desk.',
    `Measuring started on ${addDays(today, -14)}. Earlier days are not covered.`,
    `${today} was not over when this report was created.`,
    `The previous period, ${addDays(today, -61)} to ${addDays(today, -31)}, has valid answers on 0 of 31 days. This is not enough to compare.`,
    expect.stringMatching(/^chatgpt_web gave no valid answer on 13 of 14 days: /),
  ]);
});

test('a period before that is mostly missing is named and not compared with', async () => {
  const compare = async (start: number, end: number) => {
    const period = { period_start: addDays(today, start), period_end: addDays(today, end) };
    const { summary, platforms, keywords, incomplete } = await json(period);
    const scores = [summary, ...platforms.filter(({ platform }) => platform === 'claude'), ...keywords];
    const before = incomplete.filter((sentence) => sentence.startsWith('The previous period'));
    return { isCompared: scores.some((score) => score?.previous_score !== null), before };
  };
  const days = `${addDays(today, -17)} to ${addDays(today, -11)}`;
  expect(await compare(-10, -4)).toEqual({
    isCompared: true,
    before: [`The previous period, ${days}, has valid answers on 4 of 7 days. Scores are compared with these days.`],
  });
  const fewer = `${addDays(today, -18)} to ${addDays(today, -12)}`;
  expect(await compare(-11, -5)).toEqual({
    isCompared: false,
    before: [`The previous period, ${fewer}, has valid answers on 3 of 7 days. This is not enough to compare.`],
  });
});

test('a report on nothing is a report that says so, in every format', async () => {
  const content = await json({}, live);
  expect(content).toMatchObject({ summary: null, simulated: false, keywords: [], history: [] });
  expect(await csv({}, live)).toEqual([]);
  const pdf = await made({ format: 'pdf' }, live);
  expect(pdf.type).toBe('application/pdf');
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
});

test('a PDF of real numbers has its pages', async () => {
  const { bytes } = await made({ format: 'pdf' });
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const pages = bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
  expect(pages).toBeGreaterThanOrEqual(3);
  expect(pages).toBeLessThanOrEqual(6);
});

/** Adds a week of counts per entry, the last of them the week before today. */
async function givenWeeks(keywordId: string, weeks: { n: number; k: number }[]): Promise<void> {
  const at = (i: number) => addDays(today, -1 - 7 * (weeks.length - 1 - i));
  await ensurePartitions(db, at(0), today);
  const days = weeks.map(({ n, k }, i) => {
    const mentions = Array.from({ length: k }, (_, answer) => 3 * answer);
    const chatgpt: PlatformDay = [Array(n).fill(1), [[0, ...mentions]], [], 0, []];
    return { keywordId, reading: 0, day: at(i), value: { chatgpt } };
  });
  await db.transaction((tx) => saveDays(tx, account.workspaces.live, days));
}

async function givenKeyword(keyword: string): Promise<string> {
  return (await call(server, '/api/v1/keywords', { key: live, method: 'POST', body: { keyword } })).body.keyword_id;
}

test('a large change is listed and a small one is only counted', async () => {
  const [risen, fallen, few] = [await givenKeyword('risen'), await givenKeyword('fallen'), await givenKeyword('few')];
  await givenWeeks(risen, [...Array(5).fill({ n: 40, k: 12 }), { n: 40, k: 32 }]);
  await givenWeeks(fallen, [...Array(5).fill({ n: 40, k: 20 }), { n: 40, k: 16 }]);
  await givenWeeks(few, [...Array(5).fill({ n: 5, k: 5 }), { n: 5, k: 0 }]);
  const { movers, summary, keywords } = await json({}, live);
  expect(movers).toMatchObject({
    up: [{ keyword: 'risen', previous_score: 30, visibility_score: 80, change: '+50', significant: true }],
    down: [],
    compared: 2,
    not_compared: 1,
    significant: 1,
  });
  // Every question weighs the same: the mean of 32/40, 16/40 and 0/5, before it of 12/40, 20/40 and 5/5.
  expect(summary).toMatchObject({
    visibility_score: 40,
    previous_score: 60,
    trend: '-33%',
    sample_size: 85,
    mentions: 48,
    significant: null,
  });
  const marked = keywords.map(({ keyword, significant, planned }) => ({ keyword, significant, planned }));
  expect(marked).toEqual([
    { keyword: 'risen', significant: true, planned: undefined },
    { keyword: 'fallen', significant: false, planned: undefined },
    { keyword: 'few', significant: false, planned: 40 },
  ]);
});

test('a file of several megabytes arrives whole', async () => {
  const { body } = await call(server, '/api/v1/keywords', {
    key: live,
    method: 'POST',
    body: { keywords: Array.from({ length: 60 }, (_, i) => ({ keyword: `keyword ${i} ${'–'.repeat(20)}` })) },
  });
  const ids: string[] = body.data.map(({ keyword_id }: { keyword_id: string }) => keyword_id);
  const weeks = Array.from({ length: 58 }, () => ({ n: 5, k: 2 }));
  for (const id of ids) await givenWeeks(id, weeks);
  const rows = await csv({ period_start: addDays(today, -399), keyword_ids: ids }, live);
  expect(rows.length).toBe(60 * 399);
  expect(new Set(rows.map(({ keyword_id, date }) => `${keyword_id} ${date}`)).size).toBe(rows.length);
  expect(rows.every((row) => row.visibility_score === '40' && row.keyword?.endsWith('–'))).toBe(true);
});
