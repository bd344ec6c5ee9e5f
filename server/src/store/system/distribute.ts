import pg from 'pg';
import { SetupError } from '../../base/errors.ts';
import { listBiViews, unwrapBiView, wrapBiView } from './bi-on-cluster.ts';
import { takeLock } from './locks.ts';
import { FACTS, LOCAL } from './table-places.ts';

/** The first fact is distributed first and moved back first, so it shows whether the database is a cluster. */
const [FIRST = ''] = FACTS;
const TWO_PHASE = 'two_phase';

export type Direction = 'distribute' | 'undo';

interface Step {
  text: string;
  run: (client: pg.Client) => Promise<unknown>;
}

/** What is left to do, in order. Throws if the database has unknown tables. */
export async function planSteps(client: pg.Client, direction: Direction): Promise<string[]> {
  await checkTables(client);
  return (await remainingSteps(client, direction)).map(({ text }) => text);
}

/** Read from the catalog, so an interrupted run is continued by the next one. */
function remainingSteps(client: pg.Client, direction: Direction): Promise<Step[]> {
  return direction === 'distribute' ? stepsToDistribute(client) : stepsToUndo(client);
}

/** Takes every remaining step in a transaction of its own, and reports each before it begins. */
export async function takeSteps(
  client: pg.Client,
  direction: Direction,
  report: (text: string) => void = () => {},
): Promise<void> {
  for (;;) {
    await client.query('begin');
    try {
      await client.query(takeLock('migration').text);
      const [step] = await remainingSteps(client, direction);
      if (step) {
        report(step.text);
        await step.run(client);
      }
      await client.query('commit');
      if (!step) return;
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  }
}

/** Distributes tables and wraps views that a migration has added to a cluster. */
export async function extendCluster(client: pg.Client): Promise<void> {
  if (await isCluster(client)) await takeSteps(client, 'distribute');
}

export async function isCluster(client: pg.Client): Promise<boolean> {
  return (await hasCitus(client)) && (await distributed(client)).has(FIRST);
}

/** A connection without timeouts: moving a large table takes hours. */
export async function withCoordinator<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  try {
    if (!(await hasCitus(client))) throw new SetupError(NO_CITUS);
    return await work(client);
  } finally {
    await client.end();
  }
}

const NO_CITUS =
  'This PostgreSQL does not have the extension citus, so its tables cannot be distributed. Install Citus on every node, add it to shared_preload_libraries, and run "create extension citus" in this database as a superuser. Nothing was changed.';

export async function hasCitus(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("select from pg_extension where extname = 'citus'");
  return rows.length > 0;
}

async function stepsToDistribute(client: pg.Client): Promise<Step[]> {
  const known = await distributed(client);
  const sizes = await tableSizes(client);
  const views = await listBiViews(client, { wrapped: false });
  const missing = FACTS.filter((name) => !known.has(name));
  const copies = FACTS.filter((name) => known.has(name) && sizes.get(name)?.bytes);
  const size = (name: string) => sizes.get(name)?.text ?? '';
  return [
    ...views.map((name) => ({
      text: `Make view bi.${name} read a function`,
      run: (on: pg.Client) => wrapBiView(on, name),
    })),
    ...missing.map((name) => ({
      text: `Distribute ${name} (${size(name)}) by workspace_id`,
      run: (on: pg.Client) => distributeFact(on, name),
    })),
    ...(known.has(TWO_PHASE)
      ? []
      : [
          {
            text: `Register ${TWO_PHASE} with Citus, so that commits have two phases`,
            run: (on: pg.Client) => on.query('select citus_add_local_table_to_metadata($1)', [TWO_PHASE]),
          },
        ]),
    ...copies.map((name) => ({
      text: `Remove the copy of ${name} that is left on the coordinator (${size(name)})`,
      run: (on: pg.Client) => on.query('select truncate_local_data_after_distributing_table($1)', [name]),
    })),
  ];
}

async function stepsToUndo(client: pg.Client): Promise<Step[]> {
  const known = await distributed(client);
  const views = await listBiViews(client, { wrapped: true });
  return [
    ...[...FACTS, TWO_PHASE]
      .filter((name) => known.has(name))
      .map((name) => ({
        text: `Move ${name} back to the coordinator`,
        run: (on: pg.Client) => on.query('select undistribute_table($1, cascade_via_foreign_keys => true)', [name]),
      })),
    ...views.map((name) => ({
      text: `Make view bi.${name} read tables again`,
      run: (on: pg.Client) => unwrapBiView(on, name),
    })),
  ];
}

async function distributeFact(client: pg.Client, name: string): Promise<void> {
  const beside = name === FIRST ? 'none' : FIRST;
  await client.query("select create_distributed_table($1, 'workspace_id', colocate_with => $2)", [name, beside]);
}

/** Tables that are known to Citus. Throws if a fact is not where it belongs. */
async function distributed(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string; isMisplaced: boolean }>(
    `select relname as name,
            relname = any($1) and (
              partmethod <> 'h'
              or column_to_column_name(logicalrelid, partkey) <> 'workspace_id'
              or colocationid <> (select colocationid from pg_dist_partition where logicalrelid = to_regclass($2))
            ) as "isMisplaced"
     from pg_dist_partition
     join pg_class c on c.oid = logicalrelid
     where not relispartition`,
    [FACTS, FIRST],
  );
  const misplaced = rows.filter((row) => row.isMisplaced).map((row) => row.name);
  if (misplaced.length > 0) {
    throw new SetupError(
      `Citus already has ${misplaced.join(', ')}, but not distributed by workspace_id beside ${FIRST}. Take it back first: select undistribute_table('${misplaced[0]}', cascade_via_foreign_keys => true)`,
    );
  }
  return new Set(rows.map((row) => row.name));
}

/** A table of unknown place could be joined with facts, which fails only later. */
async function checkTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name
     from pg_class
     where relkind in ('r', 'p')
       and relnamespace = current_schema()::regnamespace
       and not relispartition
       and not relname = any($1)
     order by relname`,
    [[...FACTS, ...LOCAL]],
  );
  if (rows.length === 0) return;
  throw new SetupError(
    `The database has tables that this version does not know: ${rows.map((row) => row.name).join(', ')}. Move them to another schema. Nothing was changed.`,
  );
}

/** What the facts take on this node. The copy that Citus leaves behind counts too. */
async function tableSizes(client: pg.Client): Promise<Map<string, { bytes: number; text: string }>> {
  const { rows } = await client.query<{ name: string; bytes: string; text: string }>(
    `select name, bytes, pg_size_pretty(bytes) as text
     from unnest($1::text[]) as name
     cross join lateral (
       select sum(pg_relation_size(relid))::bigint as bytes
       from (select name::regclass as relid union select relid from pg_partition_tree(name)) as parts
     ) as size`,
    [FACTS],
  );
  return new Map(rows.map(({ name, bytes, text }) => [name, { bytes: Number(bytes), text }]));
}
