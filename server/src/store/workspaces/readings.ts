import { ANALYSIS_VERSION } from '../../analyze/analyze.ts';
import type { Brand } from '../../analyze/subject.ts';
import { type Db, sql, type Transaction } from '../db.ts';

/** The id of a workspace's own brand. Competitors have their own ids. */
export const OWN_BRAND = 'brand';

export interface NamedBrand extends Brand {
  name: string;
}

/** The brand, its competitors and their aliases. */
export interface NamedSubject {
  brand: NamedBrand;
  competitors: NamedBrand[];
}

/** The subject that answers are analyzed with. A reading never changes: a changed subject is a new reading. */
export async function loadReading(
  db: Db | Transaction,
  workspaceId: string,
  reading: number,
): Promise<NamedSubject | undefined> {
  const [row] = await db.query<{ subject: NamedSubject }>(
    sql`select subject
        from readings
        where workspace_id = ${workspaceId}
          and reading = ${reading}`,
  );
  return row?.subject;
}

/** Several readings, by number. */
export async function loadReadings(
  db: Db | Transaction,
  workspaceId: string,
  readings: number[],
): Promise<Map<number, { subject: NamedSubject; createdAt: Date }>> {
  const rows = await db.records<{ reading: number; subject: NamedSubject; createdAt: Date }>(
    sql`select reading, subject, created_at
        from readings
        where workspace_id = ${workspaceId}
          and reading = any(${readings})`,
  );
  return new Map(rows.map((row) => [row.reading, row]));
}

/** The ids of the brands of several readings, by their places in a day. */
export async function brandsOf(
  db: Db | Transaction,
  workspaceId: string,
  readings: number[],
): Promise<Map<number, string[]>> {
  const known = await loadReadings(db, workspaceId, readings);
  const idsOf = ({ brand, competitors }: NamedSubject) => [brand, ...competitors].map(({ id }) => id);
  return new Map([...known].map(([reading, { subject }]) => [reading, idsOf(subject)]));
}

/** Makes this the subject of the workspace from now on, and queues its stored answers for re-analysis. */
export async function saveReading(
  tx: Transaction,
  workspaceId: string,
  { subject, now }: { subject: NamedSubject; now: Date },
): Promise<number> {
  const [workspace] = await tx.query<{ reading: number }>(
    sql`update workspaces
        set reading = reading + 1
        where workspace_id = ${workspaceId}
        returning reading`,
  );
  if (!workspace) throw new Error(`no workspace ${workspaceId}`);
  await tx.query(
    sql`insert into readings (workspace_id, reading, subject, analysis, created_at)
        values (${workspaceId}, ${workspace.reading}, ${JSON.stringify(subject)}, ${ANALYSIS_VERSION}, ${now})`,
  );
  const [keywords] = await tx.query<{ count: number }>(
    sql`select count(*) as count
        from keywords
        where workspace_id = ${workspaceId}`,
  );
  if (keywords && keywords.count > 0) {
    await tx.query(
      sql`insert into rereads (workspace_id, keywords_total)
          values (${workspaceId}, ${keywords.count})
          on conflict (workspace_id) do update
          set keywords_total = excluded.keywords_total,
              keywords_done = 0`,
    );
  }
  return workspace.reading;
}

/** Workspaces whose newest reading was made by an earlier version of the analysis. */
export async function workspacesBehind(db: Db): Promise<string[]> {
  const rows = await db.records<{ workspaceId: string }>(
    sql`select workspace_id
        from readings
        group by workspace_id
        having (array_agg(analysis order by reading desc))[1] < ${ANALYSIS_VERSION}`,
  );
  return rows.map((row) => row.workspaceId);
}

/** The readings of a workspace that this version can recompute. */
export async function currentReadings(db: Db | Transaction, workspaceId: string): Promise<Set<number>> {
  const rows = await db.query<{ reading: number }>(
    sql`select reading
        from readings
        where workspace_id = ${workspaceId}
          and analysis = ${ANALYSIS_VERSION}`,
  );
  return new Set(rows.map((row) => row.reading));
}

export interface Reread {
  workspaceId: string;
  keywordsDone: number;
  keywordsTotal: number;
}

/** Leases a workspace whose stored answers need re-analysis. After a crash it is free when the lease ends. */
export function claimReread(db: Db, { leaseSeconds }: { leaseSeconds: number }): Promise<Reread | undefined> {
  return db.record<Reread>(
    sql`update rereads
        set lease_until = now() + make_interval(secs => ${leaseSeconds})
        where workspace_id = any(array(
            select workspace_id
            from rereads
            where lease_until is null or lease_until < now()
            limit 1
            for update skip locked))
        returning workspace_id, keywords_done, keywords_total`,
  );
}

/** The keywords that are still under an earlier reading. */
export async function keywordsBehind(db: Db, workspaceId: string, reading: number): Promise<string[]> {
  const rows = await db.records<{ keywordId: string }>(
    sql`select keyword_id
        from keywords
        where workspace_id = ${workspaceId}
          and reading < ${reading}
        order by keyword_id`,
  );
  return rows.map((row) => row.keywordId);
}

export async function noteReread(
  db: Db,
  workspaceId: string,
  { leaseSeconds }: { leaseSeconds: number },
): Promise<void> {
  await db.query(
    sql`update rereads
        set keywords_done = keywords_done + 1,
            lease_until = now() + make_interval(secs => ${leaseSeconds})
        where workspace_id = ${workspaceId}`,
  );
}

/** Marks it as done, unless the subject was changed again in the meantime. */
export async function finishReread(db: Db, workspaceId: string, reading: number): Promise<void> {
  await db.query(
    sql`delete from rereads r
        using workspaces w
        where r.workspace_id = ${workspaceId}
          and w.workspace_id = r.workspace_id
          and w.reading = ${reading}`,
  );
  await db.query(
    sql`update rereads
        set lease_until = null
        where workspace_id = ${workspaceId}`,
  );
}

export function findReread(db: Db, workspaceId: string): Promise<Reread | undefined> {
  return db.record<Reread>(
    sql`select workspace_id, keywords_done, keywords_total
        from rereads
        where workspace_id = ${workspaceId}`,
  );
}
