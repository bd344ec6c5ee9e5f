import type { Evidence, PlatformEvidence, VisibilityRecord } from '@visibility/sdk';
import { type Db, raw, sql, type Transaction } from '../db.ts';
import { limitTo, type Page } from '../pages.ts';
import { identityOf, type Keyword, type NewKeyword, totalOf } from './keywords.ts';
import { matchingKeywords } from './matching.ts';
import type { VisibilitySort } from './visibility-list.ts';

/** A keyword, measured or not, with its published record if there is one. */
export interface KeywordRow extends Omit<Keyword, 'updatedAt'> {
  /** In the format of the API. */
  record: (VisibilityRecord & Evidence & { platform_evidence: Record<string, PlatformEvidence> }) | undefined;
  /** The last day of the record's window, and the reading of its numbers. */
  lastDay: string | undefined;
  reading: number | undefined;
}

export interface KeywordRowFilter {
  q: string | undefined;
  tag: string | undefined;
  platform: string | undefined;
  status: Keyword['status'] | undefined;
}

export interface KeywordRowQuery {
  filter: KeywordRowFilter;
  sort: { by: VisibilitySort; descending: boolean };
  page: Page;
}

/** One page of all keywords. Keywords without a score come last in any order. */
export async function listKeywordRows(
  db: Db,
  workspaceId: string,
  { filter, sort, page }: KeywordRowQuery,
): Promise<{ rows: KeywordRow[]; total: number }> {
  const direction = sort.descending ? sql`desc` : sql`asc`;
  const column = sort.by === 'keyword' ? sql`lower(k.keyword)` : sql`v.${raw(sort.by)}`;
  const [rows, [count]] = await Promise.all([
    db.records<StoredRow>(
      sql`select k.keyword_id, k.keyword, k.status, k.tags, k.country, k.language, k.created_at, v.doc, v.evidence,
                 v.platform_evidence, v.last_day, v.reading
          from keywords k
          left join visibility v on v.workspace_id = ${workspaceId} and v.keyword_id = k.keyword_id
          where k.workspace_id = ${workspaceId} ${matchingKeywords(filter)}
          order by ${column} ${direction} nulls last, k.keyword_id ${direction}
          ${limitTo(page)}`,
    ),
    db.query<{ total: number }>(totalOf(workspaceId, filter)),
  ]);
  return { rows: rows.map(toRow), total: count?.total ?? 0 };
}

/** The ids of a whole view, for bulk actions. */
export async function keywordIdsMatching(
  db: Db,
  workspaceId: string,
  { filter, limit }: { filter: KeywordRowFilter; limit: number },
): Promise<string[]> {
  const rows = await db.records<{ keywordId: string }>(
    sql`select k.keyword_id
        from keywords k
        where k.workspace_id = ${workspaceId} ${matchingKeywords(filter)}
        order by k.keyword_id
        limit ${limit}`,
  );
  return rows.map((row) => row.keywordId);
}

export async function keywordTags(db: Db, workspaceId: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ tag: string }>(
    sql`select distinct unnest(tags) as tag
        from keywords
        where workspace_id = ${workspaceId}
        order by 1
        limit ${limit}`,
  );
  return rows.map((row) => row.tag);
}

export async function countKeywordStates(db: Db, workspaceId: string): Promise<{ active: number; paused: number }> {
  const [row] = await db.query<{ active: number; paused: number }>(
    sql`select count(*) filter (where status = 'active') as active, count(*) filter (where status = 'paused') as paused
        from keywords
        where workspace_id = ${workspaceId}`,
  );
  return row ?? { active: 0, paused: 0 };
}

/** The keywords with this text: one per market. */
export function keywordsNamed(
  db: Db,
  workspaceId: string,
  text: string,
): Promise<Pick<Keyword, 'keywordId' | 'country' | 'language'>[]> {
  return db.records(
    sql`select k.keyword_id, k.country, k.language
        from keywords k
        where k.workspace_id = ${workspaceId} ${matchingKeywords({ q: text })}
          and lower(k.keyword) = lower(${text})
        order by k.created_at, k.keyword_id
        limit 10`,
  );
}

/** Which of these are already tracked, by index in the list. */
export async function findTracked(
  tx: Transaction,
  workspaceId: string,
  keywords: Pick<NewKeyword, 'keyword' | 'country' | 'language'>[],
): Promise<Set<number>> {
  const identities = keywords.map(identityOf);
  const rows = await tx.query<{ identity: string }>(
    sql`select identity
        from keywords
        where workspace_id = ${workspaceId}
          and identity = any(${identities})`,
  );
  const seen = new Set(rows.map((row) => row.identity));
  const tracked = new Set<number>();
  for (const [place, identity] of identities.entries()) {
    if (seen.has(identity)) tracked.add(place);
    // A duplicate within the list counts as tracked.
    seen.add(identity);
  }
  return tracked;
}

export async function pauseKeywords(tx: Transaction, workspaceId: string, keywordIds: string[]): Promise<void> {
  await tx.query(
    sql`update keywords
        set status = 'paused'
        where workspace_id = ${workspaceId}
          and keyword_id = any(${keywordIds})`,
  );
}

interface StoredRow extends Omit<KeywordRow, 'record'> {
  doc: string | undefined;
  evidence: string | undefined;
  platformEvidence: string | undefined;
}

function toRow({ doc, evidence, platformEvidence, ...row }: StoredRow): KeywordRow {
  if (doc === undefined) return { ...row, record: undefined };
  return { ...row, record: JSON.parse(`${doc.slice(0, -1)},${evidence},"platform_evidence":${platformEvidence}}`) };
}
