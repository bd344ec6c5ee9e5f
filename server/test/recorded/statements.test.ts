import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadModule } from 'libpg-query';
import { beforeAll, expect, inject, test } from 'vitest';
import { FACTS, LOCAL } from '../../src/store/system/table-places.ts';
import { problemsOf } from '../support/statement-rules.ts';

/**
 * Statements of one place that may read facts of all workspaces. On a cluster they ask every worker, so they are for
 * the operator, and rare.
 */
const ACROSS_WORKSPACES: Record<string, { tables: string[]; because: string }> = {
  'store/counts/reply-facts': { tables: ['reply_facts'], because: 'doctor compares the replies of a platform' },
  'store/mail/list': { tables: ['alerts'], because: 'doctor and mail count what would be sent' },
  'store/retention/remove-month': {
    tables: ['removed_months', 'day_sums'],
    because: 'a month is truncated when it was removed for all workspaces, and all its sums are made',
  },
  'store/sums/make': { tables: ['day_sums'], because: 'every minute, a worker looks for sums to make' },
  'store/system/diagnosis': { tables: ['keywords', 'judged_groups'], because: 'doctor' },
  'store/system/idempotency-keys': { tables: ['idempotency_keys'], because: 'expired keys are deleted together' },
  'store/system/sealed-values': { tables: ['idempotency_keys'], because: 'rotate-secrets' },
  'store/workspaces/readings': { tables: ['readings'], because: 'once per start, after an update of the analysis' },
};

beforeAll(() => loadModule());

interface Recorded {
  file: string;
  text: string;
}

function recorded(): Recorded[] {
  const folder = inject('statementsFolder');
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
  return [...new Set(lines)].map((line) => JSON.parse(line) as Recorded);
}

function found({ file, text }: Recorded): string[] {
  const problems = problemsOf(text, { facts: FACTS, local: LOCAL });
  const { tables = [] } = ACROSS_WORKSPACES[file] ?? {};
  return problems
    .filter((problem) => !tables.some((table) => problem === `${table} without a filter on workspace_id`))
    .map((problem) => `${file}: ${problem}\n${text}`);
}

test('every statement that the tests have run can run on a cluster', () => {
  const statements = existsSync(inject('statementsFolder')) ? recorded() : [];
  expect(statements.length, 'run this together with the tests whose statements it checks').toBeGreaterThan(0);
  expect(statements.flatMap(found)).toEqual([]);
});

const OTHER = 'which is local, in one query: read one in a materialized CTE';

test.each([
  [
    'select from answers a join workspaces w using (workspace_id) where a.workspace_id = $1',
    `answers and workspaces, ${OTHER}`,
  ],
  [
    'select from keywords k where workspace_id = $1 and exists (select from events e where e.id = k.id)',
    `keywords and events, ${OTHER}`,
  ],
  [
    `with k as (select workspace_id from keywords where workspace_id = $1)
     select from k join workspaces using (workspace_id)`,
    `keywords and workspaces, ${OTHER}`,
  ],
  [
    `select from workspaces w join (select from keywords where workspace_id = $1) k on true`,
    `keywords and workspaces, ${OTHER}`,
  ],
  ['select from answers', 'answers without a filter on workspace_id'],
  ['select from answers_2026_03', 'answers without a filter on workspace_id'],
  ['select from answers where workspace_id = any($1)', 'answers without a filter on workspace_id'],
  ['select from answers where workspace_id = $1 or $2', 'answers without a filter on workspace_id'],
  [
    'select from answers a join mentions m using (answer_id) where a.workspace_id = $1',
    'mentions without a filter on workspace_id',
  ],
  [
    `select from keywords k, lateral (select from answers a where a.workspace_id = k.workspace_id) x
     where k.workspace_id = $1`,
    'answers without a filter on workspace_id',
  ],
  [
    'select from keywords where workspace_id = $1 union all select from keywords',
    'keywords without a filter on workspace_id',
  ],
  ['update keywords set status = $1 where keyword_id = $2', 'keywords without a filter on workspace_id'],
  ['delete from keywords where keyword_id = $1', 'keywords without a filter on workspace_id'],
  [
    'select from keywords where workspace_id = $1 for update skip locked',
    'skip locked on keywords: claims belong on local tables',
  ],
  [
    'update keywords set updated_at = coalesce(updated_at, now()) where workspace_id = $1',
    'now() in a change of keywords: pass it as a parameter',
  ],
  [
    `insert into keywords (workspace_id) values ($1)
     on conflict (workspace_id) do update set updated_at = current_timestamp`,
    'the current time in a change of keywords: pass it as a parameter',
  ],
  [
    `insert into visibility (workspace_id) values ($1)
     on conflict (workspace_id) do update set score = (select 1)`,
    'a select in a change of visibility: pass it as a parameter',
  ],
  [
    `with gone as (delete from keywords where workspace_id = $1 returning keyword_id)
     update events set keyword_id = null where keyword_id in (select keyword_id from gone)`,
    'changes keywords and events, which is local: use two statements in a transaction',
  ],
  [
    `select pg_notify('due', keyword) from keywords where workspace_id = $1`,
    'pg_notify in a statement on keywords: use a statement of its own',
  ],
])('a planted fault is found: %s', (text, problem) => {
  expect(problemsOf(text, { facts: FACTS, local: LOCAL })).toEqual([problem]);
});

test.each([
  'select from answers a join mentions m using (workspace_id, answer_id) where a.workspace_id = $1',
  'select from answers a join mentions m on m.workspace_id = a.workspace_id where a.workspace_id = $1::text',
  'select from answers a join mentions m on (m.workspace_id, m.answer_id) = ($1, a.answer_id) where a.workspace_id = $1',
  'with answers as (select) select from answers',
  'select from keywords where workspace_id = $1 and created_at > (select min(created_at) from events)',
  'select (select count(*) from keywords where workspace_id = $1) from list_totals',
  'select from (select event_id from events) e join keywords k on k.workspace_id = $1 and k.keyword_id = e.event_id',
  `with k as materialized (select workspace_id from keywords where workspace_id = $1)
   select from k join workspaces using (workspace_id)`,
  'select from deliveries for update skip locked',
  'update questions set due_at = now()',
  'insert into keywords (workspace_id, created_at) values ($1, now())',
  'begin; delete from two_phase where false',
  'listen wake',
])('no fault is found in: %s', (text) => {
  expect(problemsOf(text, { facts: FACTS, local: LOCAL })).toEqual([]);
});
