import { openDb, raw, sql } from '../../server/dist/store/db.js';

/**
 * Inserts workspaces with visibility records in bulk, without answers. `sizes` are the numbers of records. Every two
 * workspaces share an enterprise account.
 */
export async function fillWorkspaces(url, sizes) {
  // One connection, so that its settings apply to all statements.
  const db = openDb({ url, maxConnections: 1, statementTimeoutMs: 300_000 });
  try {
    // Disables foreign keys: checking a million of them takes longer than inserting.
    await db.query(sql`set session_replication_role = replica`);
    await db.query(sql`set maintenance_work_mem = '256MB'`);
    await db.query(sql`create temporary table sizes (size integer, n integer)`);
    await db.query(sql`insert into sizes select * from unnest(${sizes}::integer[]) with ordinality`);
    for (const statement of STATEMENTS) await db.query(raw(statement));
    await withoutIndexes(db, ['keywords'], () => db.query(raw(KEYWORDS)));
    await withoutIndexes(db, ['visibility'], () => db.query(raw(VISIBILITY)));
    await db.query(raw(COUNTS));
    await db.query(sql`vacuum (analyze) keywords, visibility, list_counts, list_totals, workspaces, accounts`);
    // Write everything to disk now, not during the measurement.
    await db.query(sql`checkpoint`);
    return await db.query(raw(`select ${WORKSPACE} as "workspaceId", ${MODE} as mode from sizes order by n`));
  } finally {
    await db.close();
  }
}

const ACCOUNT = `'acc_' || lpad(((n + 1) / 2)::text, 26, '0')`;
const WORKSPACE = `'ws_' || lpad(n::text, 26, '0')`;
const MODE = `case n % 2 when 1 then 'live' else 'test' end`;
const DAY = `'2026-01-31T12:00:00Z'::timestamptz`;

const STATEMENTS = [
  `insert into accounts (account_id, name, plan) select distinct ${ACCOUNT}, 'Bench', 'enterprise' from sizes`,
  `insert into workspaces (workspace_id, account_id, mode, first_day)
   select ${WORKSPACE}, ${ACCOUNT}, ${MODE}, '2026-01-01' from sizes`,
  `insert into list_totals (workspace_id, keywords, measured, version) select ${WORKSPACE}, size, size, 1 from sizes`,
];

// Varied keywords, scores and tags; every tenth record lacks one platform. `offset 0` keeps PostgreSQL from computing a
// column several times.
const MADE = `
  from (
    select n, i, h, 'kw_' || lpad((n * 10000000 + i)::text, 26, '0') as id,
           (array['best','affordable','open source','simple','enterprise','secure'])[1 + h % 6] || ' ' ||
           (array['project management','time tracking','invoicing','kanban','crm','helpdesk','payroll'])[1 + h % 7] ||
           ' software for ' || (array['agencies','schools','clinics','shops','freelancers'])[1 + h % 5] || ' ' || i as words,
           h % 101 as score, h / 7 % 60 - 30 as change, ${DAY} + (h % 86400) * interval '1 second' as at,
           array['tag-' || h % 20, 'team-' || h % 1000] as tags
    from (select n::bigint, i, hashint4(i) & 1073741823 as h from sizes, generate_series(1, size) as i offset 0) numbers
    offset 0
  ) made`;

const PLATFORMS = `case h % 10 when 0 then '{chatgpt,claude,gemini}'::text[] else '{chatgpt,claude,gemini,perplexity}' end`;

const KEYWORDS = `
  insert into keywords (workspace_id, keyword_id, keyword, identity, tags, platforms, reading, created_at, updated_at)
  select ${WORKSPACE}, id, words, jsonb_build_array(words, '', '')::text, tags, ${PLATFORMS}, 1, at, at
  ${MADE}`;

const VISIBILITY = `
  insert into visibility (workspace_id, keyword_id, keyword, tags, visibility_score, trend, updated_at, last_day, reading, doc, evidence, platform_evidence, platforms)
  select ${WORKSPACE}, id, words, tags, score, change, at, '2026-01-31', 1,
         '{"keyword_id":"' || id || '","keyword":"' || words || '","visibility_score":' || score ||
         ',"mentions":' || h % 160 || ',"citations":' || h % 40 || ',"platforms":{"chatgpt":' || score || ',"claude":' || h / 3 % 101 ||
         ',"gemini":' || h / 5 % 101 || case h % 10 when 0 then '' else ',"perplexity":' || h / 11 % 101 end ||
         '},"trend":"' || to_char(change, 'FMSG990') || '%","updated_at":"' || to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '"}',
         '"sample_size":160,"interval":[30,60],"metric_version":1',
         '{"chatgpt":{"sample_size":40,"interval":[30,60]},"claude":{"sample_size":40,"interval":[30,60]},"gemini":{"sample_size":40,"interval":[30,60]}' ||
         case h % 10 when 0 then '}' else ',"perplexity":{"sample_size":40,"interval":[30,60]}}' end,
         ${PLATFORMS}
  ${MADE}`;

const COUNTS = `
  insert into list_counts (workspace_id, kind, value, keywords, measured)
  select workspace_id, kind, value, count(*), count(*)
  from (
    select workspace_id, 'tag' as kind, unnest(tags) as value from keywords
    union all
    select workspace_id, 'platform', unnest(platforms) from keywords
  ) listed
  group by 1, 2, 3`;

/** Drops the secondary indexes, fills the tables and recreates them, which is faster. */
export async function withoutIndexes(db, tables, fill) {
  const indexes = await db.query(
    sql`select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition
        from pg_index
        where indrelid = any(${tables}::regclass[])
          and not indisprimary`,
  );
  for (const { name } of indexes) await db.query(raw(`drop index ${name}`));
  await fill();
  for (const { definition } of indexes) await db.query(raw(definition));
}
