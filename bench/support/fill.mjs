import pg from 'pg';

/**
 * Workspaces with records, in bulk: the rows that measuring would have published, without what is behind them.
 * `sizes` are the numbers of records; one enterprise account for every two workspaces, as in life.
 */
export async function fillWorkspaces(url, sizes) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // For this connection alone: no foreign keys, since there are no keywords behind these records.
    await client.query(`set session_replication_role = replica; set maintenance_work_mem = '256MB'`);
    await client.query(
      `create temporary table sizes as select * from unnest($1::int[]) with ordinality as s (size, n)`,
      [sizes],
    );
    for (const statement of STATEMENTS) await client.query(statement);
    await fillWithoutIndexes(client, 'visibility', VISIBILITY);
    await client.query(`vacuum (analyze) visibility, list_totals, workspaces, accounts`);
    // What a running installation has long written out must not be written during the measurement.
    await client.query('checkpoint');
    const { rows } = await client.query(`select ${WORKSPACE} as "workspaceId", ${MODE} as mode from sizes order by n`);
    return rows;
  } finally {
    await client.end();
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

// Words in no order, scores and tags spread, one platform of four missing here and there.
const MADE = `
  from sizes, generate_series(1, size) as i,
  lateral (select 'kw_' || lpad((n * 10000000 + i)::text, 26, '0') as id, hashint4(i) & 1073741823 as h) a,
  lateral (
    select (array['best','affordable','open source','simple','enterprise','secure'])[1 + h % 6] || ' ' ||
           (array['project management','time tracking','invoicing','kanban','crm','helpdesk','payroll'])[1 + h % 7] ||
           ' software for ' || (array['agencies','schools','clinics','shops','freelancers'])[1 + h % 5] || ' ' || i as words,
           h % 101 as score, h / 7 % 60 - 30 as change,
           ${DAY} + (h % 86400) * interval '1 second' as at,
           array['tag-' || h % 20, 'team-' || h % 1000] as tags) b`;

const VISIBILITY = `
  insert into visibility (workspace_id, keyword_id, keyword, tags, visibility_score, trend, updated_at, last_day, reading, doc, evidence)
  select ${WORKSPACE}, id, words, tags, score, change, at, '2026-01-31', 1,
         '{"keyword_id":"' || id || '","keyword":"' || words || '","visibility_score":' || score ||
         ',"mentions":' || h % 160 || ',"citations":' || h % 40 || ',"platforms":{"chatgpt":' || score || ',"claude":' || h / 3 % 101 ||
         ',"gemini":' || h / 5 % 101 || case h % 10 when 0 then '' else ',"perplexity":' || h / 11 % 101 end ||
         '},"trend":"' || to_char(change, 'FMSG990') || '%","updated_at":"' || to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '"}',
         '"sample_size":160,"interval":[30,60],"metric_version":1'
  ${MADE}`;

/** Fills a table without its secondary indexes and makes them anew: a third of the time. */
async function fillWithoutIndexes(client, table, insert) {
  const { rows } = await client.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = $1::regclass and not indisprimary`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await client.query(insert);
  for (const { definition } of rows) await client.query(definition);
}
