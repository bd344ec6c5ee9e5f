import type { ChangeReasons } from '@visibility/sdk';
import { beforeAll, expect, test } from 'vitest';
import { addDays } from '../src/base/time.ts';
import { sql } from '../src/store/db.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
let key = '';
let workspaceId = '';
let firstDay = '';

beforeAll(async () => {
  const account = await givenAccount(server.deps, { historyDays: 35, seed: 'visibility' });
  key = await givenKey(server.deps, account);
  workspaceId = account.workspaces.test;
  firstDay = (await findWorkspace(db, workspaceId))?.firstDay ?? '';
});

const OURS = 'There are many.\n\nHeron Board is one for small teams. It is simple.';
const THEIRS = 'There are many.\n\nAplomb is one for large teams. It is fast.';
const NONE = 'A spreadsheet is enough.';

interface Sent {
  window: number;
  prompt: string;
  /** How many answers there are of each text. */
  texts: [text: string, count: number, source?: string][];
}

/** Imported answers on one day of each window, and a change between the first and the last of them. */
async function givenAnswers(keyword: string, all: Sent[]) {
  const { body } = await call(server, '/api/v1/keywords', { key, method: 'POST', body: { keyword } });
  const answers = all.flatMap(({ window, prompt, texts }) =>
    texts.flatMap(([text, count, source]) =>
      Array.from({ length: count }, () => ({
        keyword,
        platform: 'grok',
        prompt,
        text,
        asked_at: `${addDays(firstDay, 7 * window + 1)}T08:00:00Z`,
        ...(source && { sources: [{ url: `https://${source}/page` }] }),
      })),
    ),
  );
  for (let at = 0; at < answers.length; at += 100) {
    const sent = { answers: answers.slice(at, at + 100) };
    expect((await call(server, '/api/v1/answers', { key, method: 'POST', body: sent })).status).toBe(201);
  }
  return body.keyword_id as string;
}

let told = 0;

/** A change of the window against the two before it, as the judge stores it. */
async function givenEvent(keywordId: string, { before, now, window }: { before: number; now: number; window: number }) {
  const id = `evt_${String(++told).padStart(26, '0')}`;
  const scores = {
    previous_score: before,
    new_score: now,
    change: `${now > before ? '+' : ''}${now - before}`,
    change_percent: '-50%',
  };
  const data = { keyword_id: keywordId, keyword: 'any', platform: 'grok', ...scores };
  const body = { id, type: 'visibility.changed', created_at: '2026-03-18T09:00:00Z', data };
  const compared = { window, window_first: window, baseline_first: window - 2, baseline_last: window - 1, windows: 2 };
  const evidence = { ...compared, n1: 80, k1: 40, n2: 40, k2: 4, phi: 1, prompts: 1, reading: 1 };
  await db.query(
    sql`insert into events (event_id, workspace_id, type, created_at, body, evidence, fact)
        values (${id}, ${workspaceId}, ${body.type}, ${new Date(body.created_at)}, ${JSON.stringify(body)},
                ${JSON.stringify(evidence)}, ${id})`,
  );
  return (await call(server, `/api/v1/events/${id}`, { key })).body.evidence;
}

test('the split of an event counts only prompts with answers in both periods, like its test', async () => {
  const lasting = { prompt: 'Which is good?' };
  const id = await givenAnswers('shared boards', [
    { window: 0, ...lasting, texts: [[OURS, 40]] },
    { window: 1, ...lasting, texts: [[OURS, 40]] },
    {
      window: 2,
      ...lasting,
      texts: [
        [OURS, 20],
        [NONE, 20],
      ],
    },
    // A prompt that is new in the second period, and one that is gone.
    { window: 1, prompt: 'Which is old?', texts: [[NONE, 40]] },
    { window: 2, prompt: 'Which is new?', texts: [[NONE, 40]] },
  ]);
  const { split, why } = await givenEvent(id, { before: 100, now: 50, window: 2 });
  expect(split.points).toBe(-50);
  const causes = split.parts.map(({ cause }: { cause: string }) => cause);
  expect(causes).not.toContain('panel');
  expect(causes).not.toContain('late_answers');
  expect(why.prompts.map(({ prompt, n1, n2 }: ChangeReasons['prompts'][number]) => [prompt, n1, n2])).toEqual([
    ['Which is good?', 80, 40],
  ]);
});

test('why: which prompts fell, who is mentioned instead, the sources, and two answers that differ', async () => {
  const [fell, same] = ['Which is good?', 'Which is cheap?'];
  const id = await givenAnswers('explained boards', [
    ...[0, 1].flatMap((window) => [
      {
        window,
        prompt: fell,
        texts: [
          [OURS, 36, 'old.example'],
          [NONE, 4, 'both.example'],
        ] as Sent['texts'],
      },
      {
        window,
        prompt: same,
        texts: [
          [OURS, 20, 'both.example'],
          [NONE, 20],
        ] as Sent['texts'],
      },
    ]),
    {
      window: 2,
      prompt: fell,
      texts: [
        [THEIRS, 36, 'new.example'],
        [OURS, 4],
      ],
    },
    {
      window: 2,
      prompt: same,
      texts: [
        [OURS, 20, 'both.example'],
        [NONE, 20],
      ],
    },
  ]);
  const { why } = (await givenEvent(id, { before: 70, now: 30, window: 2 })) as { why: ChangeReasons };
  const changes = (rows: { change: string }[], name: string) =>
    rows.map((row) => [(row as Record<string, unknown>)[name], row.change]);
  expect(changes(why.prompts, 'prompt')).toEqual([
    [fell, 'fell'],
    [same, 'no_clear_change'],
  ]);
  expect(why.prompts[0]).toMatchObject({
    k1: 72,
    n1: 80,
    k2: 4,
    n2: 40,
    previous_share: 90,
    new_share: 10,
    points: -80,
  });
  expect(changes(why.brands, 'name').slice(0, 2)).toEqual([
    ['Aplomb', 'rose'],
    [expect.any(String), 'no_clear_change'],
  ]);
  const {
    points,
    points_interval: [low = 0, high = 0],
  } = why.brands[0] ?? { points: 0, points_interval: [] };
  expect([points, low < points, high > points, low > 0]).toEqual([45, true, true, true]);
  expect(changes(why.sources, 'domain')).toEqual(
    expect.arrayContaining([
      ['old.example', 'fell'],
      ['new.example', 'rose'],
      ['both.example', 'no_clear_change'],
    ]),
  );
  expect(why.sources_compared).toBe(3);
  expect(why.summary.join(' ')).toContain('Aplomb is mentioned more (0% → 45% of answers)');
  expect(why.summary.at(-1)).toMatch(/^No change of model or prompts in these days\./);
  await expectAnswersContain(why);
  expect(why.examples).toMatchObject([
    { period: 'before', is_mentioned: true, prompt: fell, platform: 'grok', brands: ['Heron Board'] },
    { period: 'now', is_mentioned: false, prompt: fell, platform: 'grok', brands: ['Aplomb'] },
  ]);
  expect(why.examples.map(({ lead, sentence, rest }) => [lead, sentence, rest])).toEqual([
    ['There are many.', 'Heron Board is one for small teams.', 'It is simple.'],
    ['There are many.', 'Aplomb is one for large teams.', 'It is fast.'],
  ]);
});

/** Every row leads to answers that contain it. */
async function expectAnswersContain({ prompts, brands, sources }: ChangeReasons) {
  const text = async (id = '') => (await call(server, `/api/v1/answers/${id}`, { key })).text;
  expect(await text(prompts[0]?.answer_ids[0])).toContain('Heron Board');
  expect(await text(brands[0]?.answer_ids[0])).toContain('Aplomb');
  for (const { domain, answer_ids } of sources) expect(await text(answer_ids[0])).toContain(domain);
}

test('a rise shows the answer without the mention first, and few answers claim nothing', async () => {
  const id = await givenAnswers('rising boards', [
    { window: 0, prompt: 'Which?', texts: [[NONE, 6]] },
    { window: 2, prompt: 'Which?', texts: [[OURS, 6]] },
  ]);
  const { why } = await givenEvent(id, { before: 0, now: 100, window: 2 });
  expect(why.examples.map((one: ChangeReasons['examples'][number]) => [one.period, one.is_mentioned])).toEqual([
    ['before', false],
    ['now', true],
  ]);
  expect(why.prompts[0]).toMatchObject({ n1: 6, n2: 6, adjusted_p: 1, change: 'no_clear_change' });
});

test('compare explains the change with include=evidence only, and by how much answers were measured to vary', async () => {
  const id = await givenAnswers('compared boards', [
    {
      window: 0,
      prompt: 'Which is good?',
      texts: [
        [OURS, 30],
        [NONE, 10],
      ],
    },
    {
      window: 0,
      prompt: 'Which is cheap?',
      texts: [
        [OURS, 20],
        [NONE, 20],
      ],
    },
    {
      window: 2,
      prompt: 'Which is good?',
      texts: [
        [OURS, 10],
        [NONE, 30],
      ],
    },
    {
      window: 2,
      prompt: 'Which is cheap?',
      texts: [
        [OURS, 20],
        [NONE, 20],
      ],
    },
  ]);
  const days = `compare=${firstDay}..${addDays(firstDay, 6)}`;
  const read = async (query: string) =>
    (await call(server, `/api/v1/visibility/${id}?${days}${query}`, { key })).body.comparison;
  const plain = await read('');
  expect('why' in plain).toBe(false);
  const { why } = await read('&include=evidence');
  expect(why.prompts.map(({ change }: { change: string }) => change)).toEqual(['fell', 'no_clear_change']);
  expect(why.examples).toHaveLength(2);
  // The same answers, where they are known to vary 30 times as much.
  await db.query(
    sql`insert into series_scatter (workspace_id, keyword_id, platform, judged_windows, phi, df)
        values (${workspaceId}, ${id}, 'grok', '{0}', '{30}', '{40}')`,
  );
  const noise = ({ parts }: { parts: { points: number }[] }) => Math.abs(parts.at(-1)?.points ?? 0);
  const wide = await read('&include=evidence');
  expect(noise(wide)).toBeGreaterThan(noise(plain) + 5);
  expect(wide.why.prompts[0].change).toBe('no_clear_change');
});

test('the same answers in two periods give no clear change of any prompt, brand or source', async () => {
  const { data } = (await call(server, '/api/v1/visibility', { key })).body;
  const families: boolean[] = [];
  for (const { keyword_id } of data) {
    const days = `since=${addDays(firstDay, 14)}&until=${addDays(firstDay, 20)}`;
    const { body } = await call(server, `/api/v1/visibility/${keyword_id}?${days}&compare=previous&include=evidence`, {
      key,
    });
    const { prompts, brands, sources } = body.comparison.why ?? { prompts: [], brands: [], sources: [] };
    for (const rows of [prompts, brands, sources]) {
      families.push(rows.some(({ change }: { change: string }) => change !== 'no_clear_change'));
    }
  }
  expect(families.length).toBeGreaterThan(20);
  expect(families.filter(Boolean).length).toBeLessThanOrEqual(families.length / 10);
});
