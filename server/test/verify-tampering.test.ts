import { beforeAll, expect, test } from 'vitest';
import { verifyWorkspace } from '../src/commands/verify.ts';
import { sealDue } from '../src/events/seal.ts';
import { type Db, type Sql, sql } from '../src/store/db.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { verifyLog } from '../src/verify/log.ts';
import type { Verification } from '../src/verify/verify.ts';
import { givenAccount, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
/** With significant changes, of your brand and of a competitor. */
const KEYWORDS = ['team collaboration tools', 'task management for remote teams', 'workload management software'];
const SEALING = { keepDays: 30, settleSeconds: 0 };
let workspaceId = '';
/** A keyword with a significant change. */
let keywordId = '';

beforeAll(async () => {
  const account = await givenAccount(server.deps, { historyDays: 35, seed: 'visibility', only: KEYWORDS });
  workspaceId = account.workspaces.test;
  const [changed] = await db.query<{ id: string }>(
    sql`select body::json #>> '{data,keyword_id}' as id from events where workspace_id = ${workspaceId} and type = 'visibility.changed' limit 1`,
  );
  keywordId = changed?.id ?? '';
  await sealDue(db, SEALING);
});

async function differencesIn(on: Db, keywords: string[]): Promise<string[]> {
  const workspace = await findWorkspace(on, workspaceId);
  if (!workspace) throw new Error('no workspace');
  const found: string[] = [];
  const onResult = ({ differences }: Verification) => void found.push(...differences);
  await verifyWorkspace(on, workspace, { keywords, onResult });
  return found;
}

/** Runs in a transaction that is rolled back. */
async function whileTampered(tamper: () => Sql[], work: (inside: Db) => Promise<void>): Promise<void> {
  const undo = new Error('undo');
  await db
    .transaction(async (tx) => {
      for (const statement of tamper()) await tx.query(statement);
      const inside: Db = { ...db, ...tx, atOneMoment: (some) => some(inside) };
      await work(inside);
      throw undo;
    })
    .catch((error) => {
      if (error !== undo) throw error;
    });
}

test('an untouched workspace has no differences, and its log has a head', async () => {
  const workspace = await findWorkspace(db, workspaceId);
  const found: string[] = [];
  const summary = await verifyWorkspace(db, workspace as NonNullable<typeof workspace>, {
    keywords: [],
    onResult: ({ differences }) => void found.push(...differences),
  });
  expect(found).toEqual([]);
  expect(summary.head).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/), unsealed: 0 });
});

test('a series starts with the first week of a change that three weeks show together', async () => {
  const changed = sql`workspace_id = ${workspaceId} and type = 'visibility.changed'`;
  const threeWeeks = () => [
    sql`update events set evidence = jsonb_set(evidence, '{window_first}', to_jsonb((evidence ->> 'window')::integer - 2)) where ${changed}`,
    sql`update series s
        set changed_window = (e.evidence ->> 'window_first')::integer
        from events e
        where e.workspace_id = s.workspace_id
          and e.type = 'visibility.changed'
          and e.body::json #>> '{data,keyword_id}' = s.keyword_id
          and e.body::json #>> '{data,platform}' = s.platform
          and s.brand_id = 'brand'`,
  ];
  await whileTampered(threeWeeks, async (inside) => {
    const found = await differencesIn(inside, [keywordId]);
    expect(found.filter((one) => one.includes('stored change in window'))).toEqual([]);
  });
});

const mine = () => sql`where workspace_id = ${workspaceId} and keyword_id = ${keywordId}`;
const firstOf = (table: 'mentions' | 'citations', key: 'mention_id' | 'citation_id', which: Sql = sql`true`) =>
  table === 'mentions'
    ? sql`mention_id = (select min(mention_id) from mentions ${mine()} and brand_id = 'brand' and ${which})`
    : sql`${key === 'citation_id' ? sql`citation_id` : sql`mention_id`} = (select min(citation_id) from citations ${mine()} and ${which})`;
const oneEvent = (type: string) =>
  sql`event_id = (select min(event_id) from events where workspace_id = ${workspaceId} and type = ${type})`;

test.each<[string, () => Sql[], RegExp]>([
  [
    'mentions made positive',
    () => [
      sql`update mentions set sentiment = 'positive' ${mine()} and ${firstOf('mentions', 'mention_id', sql`sentiment <> 'positive'`)}`,
    ],
    /^mention ans_\w+ brand: stored .*"sentiment":"positive".*; recomputed .*"sentiment":"(neutral|negative)"/,
  ],
  [
    'mentions made first',
    () => [sql`update mentions set position = 1 ${mine()} and ${firstOf('mentions', 'mention_id', sql`position > 1`)}`],
    /^mention ans_\w+ brand: stored .*"position":1,/,
  ],
  [
    'a sentence of a mention changed',
    () => [sql`update mentions set context = 'The best.' ${mine()} and ${firstOf('mentions', 'mention_id')}`],
    /^mention ans_\w+ brand: stored .*"context":"The best\."/,
  ],
  [
    'a mention deleted',
    () => [sql`delete from mentions ${mine()} and ${firstOf('mentions', 'mention_id')}`],
    /^mention ans_\w+ brand: stored nothing; recomputed \{/,
  ],
  [
    'a mention copied',
    () => [
      sql`insert into mentions select workspace_id, detected_at, 'mnt_copy', answer_id, keyword_id, platform, brand_id, position, sentiment, sentiment_method, context, spans from mentions ${mine()} and ${firstOf('mentions', 'mention_id')}`,
    ],
    /^mention ans_\w+ brand: stored .*; recomputed nothing/,
  ],
  [
    'a mention of an answer that does not exist',
    () => [
      sql`insert into mentions select workspace_id, detected_at, 'mnt_made_up', 'ans_made_up', keyword_id, platform, brand_id, position, sentiment, sentiment_method, context, spans from mentions ${mine()} and ${firstOf('mentions', 'mention_id')}`,
    ],
    /^1 mentions belong to no answer/,
  ],
  [
    'a citation made your own',
    () => [
      sql`update citations set owner = 'own', owner_id = 'brand' ${mine()} and ${firstOf('citations', 'citation_id', sql`owner = 'other' and kind = 'cited'`)}`,
    ],
    /^citation ans_\w+ cited \S+: stored .*"owner":"own"/,
  ],
  [
    'an own citation invented',
    () => [
      sql`insert into citations (workspace_id, detected_at, citation_id, answer_id, keyword_id, platform, kind, owner, owner_id, url, canonical_url, page_key, domain) select workspace_id, detected_at, 'cit_made_up', answer_id, keyword_id, platform, 'cited', 'own', 'brand', 'https://made.up/', 'https://made.up/', 1, 'made.up' from citations ${mine()} and ${firstOf('citations', 'citation_id')}`,
    ],
    /^citation ans_\w+ cited https:\/\/made\.up\/: stored .*; recomputed nothing/,
  ],
  [
    'a citation deleted',
    () => [sql`delete from citations ${mine()} and ${firstOf('citations', 'citation_id')}`],
    /^citation ans_\w+ \S+ \S+: stored nothing/,
  ],
  [
    'the column of a score beside its document',
    () => [sql`update visibility set visibility_score = 99 ${mine()}`],
    /^record column visibility_score: published 99, recomputed \d+/,
  ],
  [
    'the column of a trend beside its document',
    () => [sql`update visibility set trend = 777 ${mine()}`],
    /^record column trend: published 777, recomputed -?\d+/,
  ],
  [
    'the platforms of a record beside its document',
    () => [sql`update visibility set platforms = '{chatgpt}' ${mine()}`],
    /^record column platforms: published \["chatgpt"\], recomputed \[/,
  ],
  [
    'the window of a series’ last change',
    () => [sql`update series set changed_window = changed_window - 1 ${mine()} and brand_id = 'brand'`],
    /^series \S+ \S+ brand: stored change in window \d+, published in \d+/,
  ],
  [
    'a series’ last change removed',
    () => [sql`delete from series ${mine()}`],
    /^series \S+ \S+ \S+: stored change in window none, published in \d+/,
  ],
  [
    'a prompt reworded',
    () => [
      sql`update prompts set text = 'Why is Heron Board so good?' ${mine()} and prompt_id = (select min(prompt_id) from prompts ${mine()})`,
    ],
    /^prompt prm_\w+: stored "Why is Heron Board so good\?", asked "/,
  ],
  [
    'the text of an answer',
    () => [
      sql`update answers set text = 'Heron Board is great.' ${mine()} and answer_id = (select min(answer_id) from answers ${mine()} and status = 'valid')`,
    ],
    /^mention ans_\w+ \S+: stored /,
  ],
  [
    'an answer that did not mention the brand declared failed',
    () => [
      sql`update answers set status = 'failed' ${mine()} and answer_id = (select min(answer_id) from answers ${mine()} and status = 'valid')`,
    ],
    /^answers \S+ \S+ \S+: stored valid .*, failed 0; recomputed valid .*, failed 1/,
  ],
  [
    'an answer that did not mention the brand declared cut off',
    () => [
      sql`update answers set status = 'truncated' ${mine()} and answer_id = (select min(answer_id) from answers ${mine()} and status = 'valid')`,
    ],
    /^answer ans_\w+: stored truncated, recomputed valid/,
  ],
])('tampering with a keyword is found: %s', async (_name, tamper, line) => {
  await whileTampered(tamper, async (inside) => {
    const found = await differencesIn(inside, [keywordId]);
    expect(
      found.some((one) => line.test(one)),
      found.slice(0, 5).join('\n'),
    ).toBe(true);
  });
});

test.each<[string, () => Sql[], RegExp]>([
  [
    'a published event deleted',
    () => [sql`delete from events where ${oneEvent('citation.new')}`],
    /^event evt_\w+: was sealed and is missing/,
  ],
  [
    'all events of a change and its series deleted',
    () => [
      sql`delete from events where workspace_id = ${workspaceId} and type = 'visibility.changed'`,
      sql`delete from series where workspace_id = ${workspaceId} and brand_id = 'brand'`,
    ],
    /^event evt_\w+: was sealed and is missing/,
  ],
  [
    'an event added in the past',
    () => [
      sql`insert into events select 'evt_made_up', workspace_id, type, created_at, body, evidence, 'made up', stored_at from events where ${oneEvent('mention.new')}`,
    ],
    /^event evt_made_up: was added after its time was sealed/,
  ],
  [
    'the time of an event',
    () => [sql`update events set created_at = created_at - interval '1 day' where ${oneEvent('mention.new')}`],
    /^event evt_\w+: differs from what was sealed/,
  ],
  [
    'an event of a keyword that is not checked, with its evidence',
    () => [
      sql`update events set evidence = evidence || '{"reading": 0}', body = replace(body, '"position":', '"position":9') where ${oneEvent('mention.new')}`,
    ],
    /^event evt_\w+: differs from what was sealed/,
  ],
  [
    'the names that answers were analyzed with',
    () => [
      sql`update readings set subject = jsonb_set(subject, '{brand,name}', '"Other"') where workspace_id = ${workspaceId}`,
    ],
    /^reading 1: differs from what was sealed/,
  ],
  [
    'a deleted event and its line in the seal',
    () => [
      sql`update event_seals set leaves = regexp_replace(leaves, 'evt_[^\n]*\n', '') where workspace_id = ${workspaceId} and seal = 1`,
    ],
    /^seal 1: its lines were changed/,
  ],
  [
    'a seal rewritten to match',
    () => [
      sql`update event_seals set root = 'x', leaves = null, kept_until = now() where workspace_id = ${workspaceId} and seal = 1`,
    ],
    /^seal 1: its hash does not match its values/,
  ],
  [
    'a seal deleted',
    () => [
      sql`insert into event_seals select workspace_id, 2, now(), to_at, kept_until, 0, windows_judged, reading, root, hash, 'x', '' from event_seals where workspace_id = ${workspaceId} and seal = 1`,
      sql`delete from event_seals where workspace_id = ${workspaceId} and seal = 1`,
    ],
    /^seal 2: a seal before it is missing/,
  ],
  [
    'closed windows opened again',
    () => [sql`update workspaces set windows_judged = windows_judged - 1 where workspace_id = ${workspaceId}`],
    /^windows judged: stored \d+, sealed \d+/,
  ],
])('tampering with the event log is found: %s', async (_name, tamper, line) => {
  await whileTampered(tamper, async (inside) => {
    const workspace = await findWorkspace(inside, workspaceId);
    const { differences: found } = await verifyLog(inside, workspace as NonNullable<typeof workspace>);
    expect(
      found.some((one) => line.test(one)),
      found.slice(0, 5).join('\n'),
    ).toBe(true);
  });
});
