import { type Db, sql, type Transaction } from '../db.ts';
import { rowSet } from '../row-set.ts';
import { type CountChange, withCounts } from './list-counts.ts';

/** A keyword's published record, as stored. */
export interface VisibilityRow {
  keywordId: string;
  keyword: string;
  tags: string[];
  platforms: string[];
  visibilityScore: number;
  trend: number;
  updatedAt: Date;
  lastDay: string;
  reading: number;
  /** The record as JSON text, and the text of the fields that `?include=evidence` adds. */
  doc: string;
  evidence: string;
  platformEvidence: string;
  /** The scatter behind its intervals by platform, as JSON text. */
  scatter: string;
}

/**
 * Locks the keywords until the transaction ends. Two batches of answers to the same keyword are then scored one after
 * the other, and neither misses the other's answers.
 */
export async function lockKeywords(
  tx: Transaction,
  workspaceId: string,
  keywordIds: string[],
): Promise<LockedKeyword[]> {
  const keywords = await tx.records<Pick<VisibilityRow, 'keywordId' | 'keyword' | 'tags' | 'platforms' | 'reading'>>(
    sql`select keyword_id, keyword, tags, platforms, reading
        from keywords
        where workspace_id = ${workspaceId}
          and keyword_id = any(${keywordIds})
        order by keyword_id
        for no key update`,
  );
  // A separate statement: joined above, it would read what was published before the lock was acquired.
  const published = await tx.records<Pick<VisibilityRow, 'keywordId' | 'lastDay' | 'updatedAt' | 'doc'>>(
    sql`select keyword_id, last_day, updated_at, doc
        from visibility
        where workspace_id = ${workspaceId}
          and keyword_id = any(${keywordIds})`,
  );
  const records = new Map(published.map((record) => [record.keywordId, record]));
  return keywords.map((keyword) => {
    const { lastDay, updatedAt, doc } = records.get(keyword.keywordId) ?? {};
    return { ...keyword, lastDay, updatedAt, doc };
  });
}

export interface LockedKeyword {
  keywordId: string;
  keyword: string;
  tags: string[];
  /** Of the published record; empty without one. */
  platforms: string[];
  reading: number;
  lastDay: string | undefined;
  updatedAt: Date | undefined;
  /** The published record as JSON text. */
  doc: string | undefined;
}

const RECORD_COLUMNS = {
  keywordId: 'text',
  keyword: 'text',
  tags: 'jsonb',
  visibilityScore: 'integer',
  trend: 'integer',
  updatedAt: 'timestamptz',
  lastDay: 'date',
  reading: 'integer',
  doc: 'text',
  evidence: 'text',
  platformEvidence: 'text',
  scatter: 'text',
  platforms: 'jsonb',
} as const;

/** A record to publish, and the platforms of the record it replaces. */
export interface NewRecord extends VisibilityRow {
  platformsBefore: string[];
}

/** Publishes records of locked keywords. */
export async function saveVisibility(tx: Transaction, workspaceId: string, rows: NewRecord[]): Promise<void> {
  const added = await tx.records<{ isNew: boolean }>(
    sql`insert into visibility (workspace_id, keyword_id, keyword, tags, visibility_score, trend, updated_at, last_day, reading, doc, evidence, platform_evidence, scatter, platforms)
        select ${workspaceId}, r.keyword_id, r.keyword, array(select jsonb_array_elements_text(r.tags)), r.visibility_score,
               r.trend, r.updated_at, r.last_day, r.reading, r.doc, r.evidence, r.platform_evidence, r.scatter,
               array(select jsonb_array_elements_text(r.platforms))
        from ${rowSet('r', rows, RECORD_COLUMNS)}
        order by r.keyword_id
        on conflict (workspace_id, keyword_id) do update
        set keyword = excluded.keyword,
            tags = excluded.tags,
            visibility_score = excluded.visibility_score,
            trend = excluded.trend,
            updated_at = excluded.updated_at,
            last_day = excluded.last_day,
            reading = excluded.reading,
            doc = excluded.doc,
            evidence = excluded.evidence,
            platform_evidence = excluded.platform_evidence,
            scatter = excluded.scatter,
            platforms = excluded.platforms
        returning (xmax = 0) as is_new`,
  );
  const newest = new Date(Math.max(...rows.map((row) => row.updatedAt.getTime())));
  const moved = rows.filter(({ platforms, platformsBefore }) => platforms.join() !== platformsBefore.join());
  if (moved.length > 0) await movePlatforms(tx, workspaceId, moved);
  await tx.query(
    sql`${withCounts(workspaceId, moved.map(changeOf))}
        update list_totals
        set measured = measured + ${added.filter((row) => row.isNew).length},
            version = version + 1,
            published_at = greatest(published_at, ${newest}::timestamptz)
        where workspace_id = ${workspaceId}`,
  );
}

/** Removes the record of a locked keyword that is no longer based on any valid answer. */
export async function withdrawVisibility(
  tx: Transaction,
  workspaceId: string,
  { keywordId, tags, platforms }: Pick<LockedKeyword, 'keywordId' | 'tags' | 'platforms'>,
): Promise<void> {
  const removed = await tx.query(
    sql`delete from visibility
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}
        returning keyword_id`,
  );
  await tx.query(
    sql`update keywords
        set platforms = '{}'
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}`,
  );
  await tx.query(
    sql`${withCounts(workspaceId, [{ before: { tags, platforms }, after: { tags, platforms: [] } }])}
        update list_totals
        set measured = measured - ${removed.length}::integer,
            version = version + 1
        where workspace_id = ${workspaceId}`,
  );
}

function changeOf({ tags, platforms, platformsBefore }: NewRecord): CountChange {
  return { before: { tags, platforms: platformsBefore }, after: { tags, platforms } };
}

/** Keeps the platforms beside the keyword. They rarely change after the first answers. */
async function movePlatforms(tx: Transaction, workspaceId: string, moved: NewRecord[]): Promise<void> {
  await tx.query(
    sql`update keywords k
        set platforms = array(select jsonb_array_elements_text(m.platforms))
        from unnest(${moved.map(({ keywordId }) => keywordId)}::text[],
                    ${moved.map(({ platforms }) => JSON.stringify(platforms))}::jsonb[]) as m (keyword_id, platforms)
        where k.workspace_id = ${workspaceId}
          and k.keyword_id = m.keyword_id`,
  );
}

/** One record as JSON texts, with the last day and the reading of its history. */
type PublishedRecord = Pick<VisibilityRow, 'doc' | 'evidence' | 'platformEvidence' | 'lastDay' | 'reading'>;

export function findVisibility(db: Db, workspaceId: string, keywordId: string): Promise<PublishedRecord | undefined> {
  return db.record<PublishedRecord>(
    sql`select doc, evidence, platform_evidence, last_day, reading
        from visibility
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}`,
  );
}

/** The whole stored row, for verification. */
export function readVisibility(db: Db, workspaceId: string, keywordId: string): Promise<VisibilityRow | undefined> {
  return db.record<VisibilityRow>(
    sql`select keyword_id, keyword, tags, visibility_score, trend, updated_at, last_day, reading, doc, evidence, platform_evidence, scatter, platforms
        from visibility
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}`,
  );
}
