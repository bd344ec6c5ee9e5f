import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, isDatabaseAway, isTimedOut, openDb, sql } from './db.ts';

/** How long a read waits for the replica before it uses the primary. */
const CATCH_UP_MS = 500;
const POLL_MS = 20;
/** After a failure, so that not every read waits for a host that does not respond. */
const REST_MS = 10_000;
/** A report or an export may read for longer here than on the primary, where it would slow down writes. */
const STATEMENT_TIMEOUT_MS = 60_000;

export interface Replica {
  /** For wide reads: the replica if it has everything the primary has, else the primary. Transactions use the primary. */
  reads: Db;
  state(): Promise<ReplicaState>;
  close(): Promise<void>;
}

/** `lagSeconds` is the age of the last change the replica has, 0 if it has all of them. */
export type ReplicaState = { state: 'streaming'; lagSeconds: number } | { state: 'unreachable' | 'no_replica' };

/**
 * A streaming replica. A read sees all that was committed before it began, also the caller's own writes: it waits until
 * the replica has reached the primary's position. Whenever the replica cannot serve a read, the primary does.
 */
export function openReplica(
  primary: Db,
  { url, onError }: { url: string; onError: (error: unknown) => void },
): Replica {
  const standby = openDb({ url, statementTimeoutMs: STATEMENT_TIMEOUT_MS, onError });
  let restUntil = 0;
  const rest = (error: unknown) => {
    restUntil = Date.now() + REST_MS;
    onError(error);
  };

  async function chosen(): Promise<Db> {
    if (Date.now() < restUntil) return primary;
    try {
      return (await catchesUp(primary, standby)) ? standby : primary;
    } catch (error) {
      rest(error);
      return primary;
    }
  }

  async function read<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    const db = await chosen();
    try {
      return await work(db);
    } catch (error) {
      if (db === primary || !isReplicasFault(error)) throw error;
      rest(error);
      return work(primary);
    }
  }

  return {
    reads: {
      ...primary,
      query: (statement) => read((db) => db.query(statement)),
      records: (statement) => read((db) => db.records(statement)),
      record: (statement) => read((db) => db.record(statement)),
      number: (statement) => read((db) => db.number(statement)),
      returnsRows: (statement) => read((db) => db.returnsRows(statement)),
      atOneMoment: (work) => read((db) => db.atOneMoment(work)),
    },
    state: () => stateOf(primary, standby),
    close: () => standby.close(),
  };
}

async function catchesUp(primary: Db, standby: Db): Promise<boolean> {
  const position = await positionOf(primary);
  for (const deadline = Date.now() + CATCH_UP_MS; ; await sleep(POLL_MS)) {
    const [row] = await standby.query<{ reached: boolean | null }>(
      sql`select pg_last_wal_replay_lsn() >= ${position}::pg_lsn as reached`,
    );
    // Null if it is not a replica.
    if (row?.reached === null) return false;
    if (row?.reached) return true;
    if (Date.now() > deadline) return false;
  }
}

async function positionOf(primary: Db): Promise<string> {
  const [row] = await primary.quick.query<{ position: string }>(sql`select pg_current_wal_lsn()::text as position`);
  return row?.position ?? '';
}

/** Among them: a conflict with what it replays (40001). A read that takes too long would on the primary as well. */
function isReplicasFault(error: unknown): boolean {
  return isDatabaseAway(error) && !isTimedOut(error);
}

async function stateOf(primary: Db, standby: Db): Promise<ReplicaState> {
  try {
    const position = await positionOf(primary);
    const [row] = await standby.query<{ isReplica: boolean; lagSeconds: number }>(
      sql`select pg_is_in_recovery() as "isReplica",
                 case when pg_last_wal_replay_lsn() >= ${position}::pg_lsn then 0
                      else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8
                 end as "lagSeconds"`,
    );
    if (!row?.isReplica) return { state: 'no_replica' };
    return { state: 'streaming', lagSeconds: Math.max(0, Math.round(row.lagSeconds * 10) / 10) };
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    return { state: 'unreachable' };
  }
}
