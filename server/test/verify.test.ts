import { beforeAll, expect, test } from 'vitest';
import { verifyWorkspace } from '../src/commands/verify.ts';
import { type Db, type Sql, sql } from '../src/store/db.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import type { Verification } from '../src/verify/verify.ts';
import { CHANGING, call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
let whole = '';
let workspaceId = '';
/** A keyword with every kind of event. */
let keywordId = '';

beforeAll(async () => {
  // The first is a clone, which costs less than the copy of a large one. A falsified number is looked for in a small
  // workspace: to verify a keyword, the changes of all others are recomputed.
  whole = (await givenAccount(server.deps, { historyDays: 35, seed: 'visibility' })).workspaces.test;
  const account = await givenAccount(server.deps, CHANGING);
  workspaceId = account.workspaces.test;
  const [changed] = await db.query<{ id: string }>(
    sql`select body::json #>> '{data,keyword_id}' as id from events where workspace_id = ${workspaceId} and type = 'visibility.changed' limit 1`,
  );
  keywordId = changed?.id ?? '';
});

const mine = () => sql`workspace_id = ${workspaceId} and keyword_id = ${keywordId}`;

async function verified(keywords: string[], id = workspaceId) {
  const workspace = await findWorkspace(db, id);
  if (!workspace) throw new Error('no workspace');
  const results: Verification[] = [];
  const summary = await verifyWorkspace(db, workspace, { keywords, onResult: (result) => results.push(result) });
  return { summary, differences: results.flatMap(({ differences }) => differences) };
}

test('every published number and event comes out the same when it is computed anew from the stored answers', async () => {
  const { summary, differences } = await verified([], whole);
  expect(differences).toEqual([]);
  expect(summary).toMatchObject({ keywords: 12, answers: 12 * 160 * 5, differences: 0 });
  const types = await db.query<{ type: string }>(
    sql`select distinct type from events where workspace_id = ${whole} order by 1`,
  );
  expect(types.map(({ type }) => type)).toEqual([
    'citation.new',
    'competitor.changed',
    'mention.new',
    'visibility.changed',
  ]);
  expect(summary.events).toBeGreaterThan(1_000);
});

test.each<[string, () => Sql, RegExp]>([
  [
    'what a judged window left behind',
    () =>
      sql`update judged_groups set square[array_position(keyword_ids, ${keywordId})] = 0.5 where workspace_id = ${workspaceId} and judged_window = 2 and platform = 'claude' and brand_id = 'brand'`,
    /^window 2 claude brand: stored \{"square":0.5,/,
  ],
  [
    'a measured scatter',
    () =>
      sql`update series_scatter set phi[3] = 9 where workspace_id = ${workspaceId} and keyword_id = ${keywordId} and platform = 'claude'`,
    /^scatter claude window 3: stored \{"phi":9,"df":[\d.]+\}; recomputed \{"phi":[\d.]+,/,
  ],
  [
    'the scatter of a record, with the interval that follows from it',
    () =>
      sql`update visibility set scatter = regexp_replace(scatter, '"phi":[0-9.]+', '"phi":9') where workspace_id = ${workspaceId} and keyword_id = ${keywordId}`,
    /^record scatter: published \{"chatgpt":\{"phi":9,/,
  ],
  [
    'the start of a baseline',
    () =>
      sql`update judged_groups set since[array_position(keyword_ids, ${keywordId})] = 5 where workspace_id = ${workspaceId} and judged_window = 6 and brand_id = 'brand'`,
    /^window 6 \w+ brand: baseline from 5; recomputed \d/,
  ],
  [
    'a change that is hidden',
    () =>
      sql`delete from series where workspace_id = ${workspaceId} and keyword_id = ${keywordId} and brand_id = 'brand'`,
    /^series \w+ brand: last changed in window 0; recomputed \d/,
  ],
  [
    'a level that would not have found a change',
    () => sql`update judged_groups set change_level = 1e-9 where workspace_id = ${workspaceId} and brand_id = 'brand'`,
    /^series \w+ brand: last changed in window \d; recomputed 0/,
  ],
  [
    'a count of answers',
    () => sql`update days set value = regexp_replace(value, '"claude":\\[\\[\\d+,', '"claude":[[') where ${mine()}`,
    /^answers \S+ claude \S+: stored .*; recomputed valid \d+/,
  ],
  [
    'a count of mentions',
    () => sql`update days set value = replace(value, '[[0,', '[[1,') where ${mine()}`,
    /^findings \S+ claude \S+ brand: stored nothing; recomputed named \d/,
  ],
  [
    'a day that is missing',
    () => sql`delete from days where ${mine()} and day = (select min(day) from days where ${mine()})`,
    /^answers \S+ claude \S+: stored nothing; recomputed valid \d/,
  ],
  [
    'the cited pages of a day',
    () => sql`update days set value = regexp_replace(value, '\\],(\\d+),\\[', '],1\\1,[') where ${mine()}`,
    /^day \S+ \w+: stored \[\[.*; recomputed \[\[/,
  ],
  [
    'a prompt confused with another',
    () => sql`update prompts set number = 100 - number where ${mine()}`,
    /^answers \S+ \w+ prm_\w+: stored /,
  ],
  [
    'a published score',
    () =>
      sql`update visibility set doc = replace(doc, '"visibility_score":', '"visibility_score":1') where workspace_id = ${workspaceId} and keyword_id = ${keywordId}`,
    /^record visibility_score: published 1\d+, recomputed \d+/,
  ],
  [
    'a published trend',
    () =>
      sql`update visibility set doc = regexp_replace(doc, '"trend":"[^"]*"', '"trend":"+777%"') where workspace_id = ${workspaceId} and keyword_id = ${keywordId}`,
    /^record trend: published "\+777%", recomputed "/,
  ],
  [
    'a published interval of one platform',
    () =>
      sql`update visibility set platform_evidence = regexp_replace(platform_evidence, '"interval":\\[\\d+', '"interval":[101') where workspace_id = ${workspaceId} and keyword_id = ${keywordId}`,
    /^record platform_evidence: published \{"chatgpt":\{"sample_size":\d+,"interval":\[101,/,
  ],
  [
    'an event’s score',
    () =>
      sql`update events set body = regexp_replace(body, '"new_score":\\d+', '"new_score":999') where workspace_id = ${workspaceId} and type = 'visibility.changed'`,
    /^event evt_\w+ visibility\.changed: new_score: published 999, recomputed \d+/,
  ],
  [
    'answers that were changed afterwards',
    () =>
      sql`update answers set text = 'nothing to see' where workspace_id = ${workspaceId} and keyword_id = ${keywordId} and platform = 'chatgpt'`,
    /^event evt_\w+ mention\.new: the answer it is based on does not mention the brand/,
  ],
])('a falsified number is found and shown: %s', async (_name, falsify, line) => {
  const undo = new Error('undo');
  await db
    .transaction(async (tx) => {
      await tx.query(falsify());
      const workspace = await findWorkspace(tx, workspaceId);
      const found: string[] = [];
      const options = {
        keywords: [keywordId],
        onResult: ({ differences }: Verification) => void found.push(...differences),
      };
      // The verifier only reads: inside the transaction it sees what was falsified, and the end takes it back.
      const inside: Db = { ...db, ...tx, atOneMoment: (work) => work(inside) };
      await verifyWorkspace(inside, workspace as NonNullable<typeof workspace>, options);
      expect(
        found.some((one) => line.test(one)),
        found.slice(0, 5).join('\n'),
      ).toBe(true);
      throw undo;
    })
    .catch((error) => {
      if (error !== undo) throw error;
    });
});

test('one keyword is verified by its words or its id', async () => {
  expect((await verified(['Team Collaboration Tools'])).summary.keywords).toBe(1);
  expect((await verified([keywordId])).summary.keywords).toBe(1);
});

test('answers that are stored while it verifies are no difference', async () => {
  const account = await givenAccount(server.deps, { historyDays: 1 });
  const key = await givenKey(server.deps, account);
  const keyword = 'kanban board software';
  const answer = { keyword, platform: 'chatgpt', prompt: 'Which?', text: 'Heron Board.', external_id: 'late' };
  const workspace = await findWorkspace(db, account.workspaces.test);
  if (!workspace) throw new Error('no workspace');
  const stored: number[] = [];
  // After each of its first questions another answer comes in, with new counts and a new record.
  const busy: Db = {
    ...db,
    atOneMoment: (work) =>
      db.atOneMoment((moment) =>
        work({
          ...moment,
          async records(statement) {
            const rows = await moment.records<never>(statement);
            if (stored.length < 8) {
              const body = { ...answer, external_id: `late-${stored.length}` };
              stored.push((await call(server, '/api/v1/answers', { key, method: 'POST', body })).status);
            }
            return rows;
          },
        }),
      ),
  };
  const found: string[] = [];
  await verifyWorkspace(busy, workspace, { keywords: [keyword], onResult: (one) => found.push(...one.differences) });
  expect(found).toEqual([]);
  expect(stored).toEqual(Array(8).fill(201));
});
