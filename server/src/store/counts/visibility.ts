import { inBatches } from '../../base/in-batches.ts';
import { type Db, empty, type Prepared, prepared, raw, type Sql, sql, type Transaction, toJsonRows } from '../db.ts';
import { BATCH, LONGEST_PAGE, limitTo, type Page } from '../pages.ts';

/** A keyword's published record, as stored. */
export interface VisibilityRow {
  keywordId: string;
  keyword: string;
  tags: string[];
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

export interface VisibilityFilter {
  keywordId?: string | undefined;
  tag?: string | undefined;
  q?: string | undefined;
  platform?: string | undefined;
}

export const VISIBILITY_SORTS = ['keyword', 'visibility_score', 'updated_at', 'trend'] as const;
export type VisibilitySort = (typeof VISIBILITY_SORTS)[number];

export interface VisibilityListQuery {
  filter: VisibilityFilter;
  sort: { by: VisibilitySort; descending: boolean };
  page: Page;
  withEvidence: boolean;
  /** Documents are read only if the list has another version. */
  knownVersion?: string | undefined;
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
  const keywords = await tx.records<Pick<VisibilityRow, 'keywordId' | 'keyword' | 'tags' | 'reading'>>(
    sql`select keyword_id, keyword, tags, reading
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
  reading: number;
  lastDay: string | undefined;
  updatedAt: Date | undefined;
  /** The published record as JSON text. */
  doc: string | undefined;
}

/** Publishes records. */
export async function saveVisibility(tx: Transaction, workspaceId: string, rows: VisibilityRow[]): Promise<void> {
  const added = await tx.records<{ isNew: boolean }>(
    sql`insert into visibility (workspace_id, keyword_id, keyword, tags, visibility_score, trend, updated_at, last_day, reading, doc, evidence, platform_evidence, scatter, platforms)
        select ${workspaceId}, r.keyword_id, r.keyword, array(select jsonb_array_elements_text(r.tags)), r.visibility_score,
               r.trend, r.updated_at, r.last_day, r.reading, r.doc, r.evidence, r.platform_evidence, r.scatter,
               array(select json_object_keys(r.doc::json -> 'platforms'))
        from json_to_recordset(${toJsonRows(rows)}) as r (
          keyword_id text, keyword text, tags jsonb, visibility_score integer, trend integer, updated_at timestamptz,
          last_day date, reading integer, doc text, evidence text, platform_evidence text, scatter text)
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
  await tx.query(
    sql`update list_totals
        set measured = measured + ${added.filter((row) => row.isNew).length},
            version = version + 1,
            published_at = greatest(published_at, ${newest}::timestamptz)
        where workspace_id = ${workspaceId}`,
  );
}

/** Skipping more records than this takes too long for a shared connection. */
const QUICK_OFFSET = 1_000;

/** One page of records as JSON text. */
export async function listVisibility(
  db: Db,
  workspaceId: string,
  query: VisibilityListQuery,
): Promise<{ data: string; total: number; version: string }> {
  type Row = { data: string | null; total: number; version: string };
  const isFiltered = Object.values(query.filter).some((value) => value !== undefined);
  const { page, perPage } = query.page;
  const offset = (page - 1) * perPage;
  const known = query.knownVersion ?? '';
  const [row] = isFiltered
    ? await db.query<Row>(pageOfMatching(workspaceId, query))
    : await (offset > QUICK_OFFSET ? db : db.quick).query<Row>(pageOfAll(query)(workspaceId, perPage, offset, known));
  return { data: `[${row?.data ?? ''}]`, total: row?.total ?? 0, version: row?.version ?? '' };
}

/**
 * All records in the same order, as JSON texts. The list is fixed first: a keyword that is rescored in the meantime
 * changes its position and would otherwise be returned twice or not at all.
 */
export async function* walkVisibility(
  db: Db,
  workspaceId: string,
  { filter, sort, withEvidence }: Omit<VisibilityListQuery, 'page'>,
): AsyncGenerator<string[]> {
  const direction = sort.descending ? sql`desc` : empty;
  const found = await db.records<{ keywordId: string }>(
    sql`select keyword_id
        from visibility
        where workspace_id = ${workspaceId} ${matching(filter)}
        order by ${raw(sort.by)} ${direction}, keyword_id ${direction}`,
  );
  for (const ids of inBatches(
    found.map(({ keywordId }) => keywordId),
    BATCH,
  )) {
    const rows = await db.query<{ doc: string }>(
      sql`select ${documentOf(withEvidence)} as doc
          from unnest(${ids}::text[]) with ordinality as wanted (keyword_id, place)
          join visibility v on v.workspace_id = ${workspaceId} and v.keyword_id = wanted.keyword_id
          order by wanted.place`,
    );
    yield rows.map(({ doc }) => doc);
  }
}

/**
 * Reads the page from an index, and skips to its start with an index-only scan. The literal limit is for the planner:
 * from a parameter it estimates a tenth of the workspace and replans each request, which took as long as reading the
 * page.
 */
function pageOfAll({ sort, page, withEvidence }: VisibilityListQuery): PageStatement {
  const isFirst = page.page === 1;
  const name = `${sort.by} ${sort.descending} ${isFirst} ${withEvidence}`;
  let statement = pageStatements.get(name);
  if (!statement) {
    statement = prepared((workspaceId, perPage, offset, known) =>
      buildPage({ sort, withEvidence }, { workspaceId, perPage, offset: isFirst ? undefined : offset, known }),
    );
    pageStatements.set(name, statement);
  }
  return statement;
}

type PageStatement = (workspaceId: string, perPage: number, offset: number, known: string) => Prepared;

/** One for each order, at most 32. */
const pageStatements = new Map<string, PageStatement>();

function buildPage(
  { sort, withEvidence }: Pick<VisibilityListQuery, 'sort' | 'withEvidence'>,
  {
    workspaceId,
    perPage,
    offset,
    known,
  }: { workspaceId: string; perPage: number; offset: number | undefined; known: string },
): Sql {
  const columns = sql`${raw(sort.by)}, keyword_id`;
  const order = sort.descending ? sql`${raw(sort.by)} desc, keyword_id desc` : columns;
  const first = sql`
    select ${columns}
    from visibility
    where workspace_id = ${workspaceId}
    order by ${order}
    limit 1 offset ${offset}`;
  const fromFirst = sort.descending ? sql`and (${columns}) <= (${first})` : sql`and (${columns}) >= (${first})`;
  return sql`
    select case when version::text <> ${known} then (
      select string_agg(doc, ',')
      from (
        select doc
        from (
          select ${documentOf(withEvidence)} as doc
          from visibility
          where workspace_id = ${workspaceId}
            ${offset === undefined ? empty : fromFirst}
          order by ${order}
          limit ${raw(String(LONGEST_PAGE))}
        ) longest
        limit ${perPage}
      ) page
    ) end as data, measured as total, version::text as version
    from list_totals
    where workspace_id = ${workspaceId}`;
}

/** Finds and counts the matches once, without their documents, and then loads only the documents of the page. */
function pageOfMatching(workspaceId: string, query: VisibilityListQuery): Sql {
  const { filter, sort, page, withEvidence, knownVersion = '' } = query;
  const order = sort.descending ? sql`value desc, keyword_id desc` : sql`value, keyword_id`;
  return sql`
    with matching as materialized (
      select keyword_id, ${raw(sort.by)} as value
      from visibility
      where workspace_id = ${workspaceId} ${matching(filter)}
    )
    select case when version::text <> ${knownVersion} then (
      select string_agg((
        select ${documentOf(withEvidence)}
        from visibility
        where workspace_id = ${workspaceId}
          and keyword_id = page.keyword_id
      ), ',' order by ${order})
      from (select keyword_id, value from matching order by ${order} ${limitTo(page)}) page
    ) end as data,
    case when version::text <> ${knownVersion} then (select count(*) from matching) end as total,
    version::text as version
    from list_totals
    where workspace_id = ${workspaceId}`;
}

function documentOf(withEvidence: boolean): Sql {
  return withEvidence
    ? sql`left(doc, -1) || ',' || evidence || ',"platform_evidence":' || platform_evidence || '}'`
    : sql`doc`;
}

function matching({ keywordId, tag, q, platform }: VisibilityFilter): Sql {
  return sql`
    ${keywordId === undefined ? empty : sql`and keyword_id = ${keywordId}`}
    ${tag === undefined ? empty : sql`and tags @> ${[tag]}`}
    ${q === undefined ? empty : sql`and strpos(lower(keyword), lower(${q})) > 0`}
    ${platform === undefined ? empty : sql`and platforms @> ${[platform]}`}`;
}

const findVersion = prepared(
  (workspaceId: string) =>
    sql`select version::text as version
        from list_totals
        where workspace_id = ${workspaceId}`,
);

/** Increased by every change to the lists of keywords and records. */
export async function listVersion(db: Db, workspaceId: string): Promise<string> {
  const [row] = await db.quick.query<{ version: string }>(findVersion(workspaceId));
  return row?.version ?? '';
}

/** One record as JSON texts, with the last day and the reading of its history. */
type PublishedRecord = Pick<VisibilityRow, 'doc' | 'evidence' | 'platformEvidence' | 'lastDay' | 'reading'>;

export async function findVisibility(
  db: Db,
  workspaceId: string,
  keywordId: string,
): Promise<PublishedRecord | undefined> {
  const [record] = await db.records<PublishedRecord>(
    sql`select doc, evidence, platform_evidence, last_day, reading
        from visibility
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}`,
  );
  return record;
}

/** The whole stored row, for verification. */
export async function readVisibility(
  db: Db,
  workspaceId: string,
  keywordId: string,
): Promise<VisibilityRow | undefined> {
  const [row] = await db.records<VisibilityRow>(
    sql`select keyword_id, keyword, tags, visibility_score, trend, updated_at, last_day, reading, doc, evidence, platform_evidence, scatter
        from visibility
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}`,
  );
  return row;
}
