import { type Db, sql } from '../db.ts';

/** A worker that does not respond must not hold up a health check for Citus's 30 seconds. */
const CONNECT_TIMEOUT_MS = 2_000;

export interface ClusterState {
  workers: number;
  /** Host and port of each worker that the coordinator cannot connect to. */
  unreachable: string[];
}

/** Undefined if the database is not a Citus cluster. */
export async function clusterState(db: Db): Promise<ClusterState | undefined> {
  const [citus] = await db.query(sql`select from pg_extension where extname = 'citus'`);
  if (!citus) return undefined;
  const workers = await db.query<{ name: string; isReachable: boolean }>(
    sql`with limited as materialized (
          select set_config('citus.node_connection_timeout', ${String(CONNECT_TIMEOUT_MS)}, true)
        )
        select nodename || ':' || nodeport as name,
               citus_check_connection_to_node(nodename, nodeport) as "isReachable"
        from limited
        cross join pg_dist_node
        where groupid <> 0
          and noderole = 'primary'
        order by name`,
  );
  const unreachable = workers.filter(({ isReachable }) => !isReachable).map(({ name }) => name);
  return { workers: workers.length, unreachable };
}
