import { inBatches } from '../../base/in-batches.ts';
import { type Db, empty, type Prepared, prepared, raw, type Sql, sql } from '../db.ts';
import { BATCH, LONGEST_PAGE, type Page } from '../pages.ts';
import { isIndexed, type KeywordMatch, keptTotal, matchingKeywords } from './matching.ts';

export type VisibilityFilter = Omit<KeywordMatch, 'status'>;

export const VISIBILITY_SORTS = ['keyword', 'visibility_score', 'updated_at', 'trend'] as const;
export type VisibilitySort = (typeof VISIBILITY_SORTS)[number];

export interface VisibilityListQuery {
  filter: VisibilityFilter;
  sort: { by: VisibilitySort; descending: boolean };
  page: Page;
  withEvidence: boolean;
}

/** Skipping more records than this takes too long for a shared connection. */
const QUICK_OFFSET = 1_000;

/** One page of records as JSON text. */
export async function listVisibility(db: Db, workspaceId: string, query: VisibilityListQuery): Promise<ListedPage> {
  const isFiltered = Object.values(query.filter).some((value) => value !== undefined);
  const { q } = query.filter;
  const { page, perPage } = query.page;
  const offset = (page - 1) * perPage;
  if (q !== undefined && isIndexed(q) && query.sort.by === 'keyword') return listFound(db, workspaceId, query);
  if (isFiltered || offset > QUICK_OFFSET) return listSome(db, workspaceId, query);
  return listed(await db.quick.query<Listed>(pageOfAll(query)(workspaceId, perPage, offset)));
}

function listed([row]: Listed[]): ListedPage {
  return { data: `[${row?.data ?? ''}]`, total: row?.total ?? 0, version: row?.version ?? '' };
}

interface ListedPage {
  data: string;
  total: number;
  version: string;
}

interface Listed {
  data: string | null;
  total: number;
  version: string;
}

/** Reads all matches, once for both their number and the page. Not for a scan, which PostgreSQL shares between processes. */
async function listFound(db: Db, workspaceId: string, query: VisibilityListQuery): Promise<ListedPage> {
  const { page, perPage } = query.page;
  const rows = sql`
    select *
    from found
    order by ${orderOf(query.sort)}
    limit ${perPage} offset ${(page - 1) * perPage}`;
  return listed(
    await db.query<Listed>(
      sql`with found as materialized (${sortedMatches(workspaceId, query.filter, query.sort)})
          select (${dataOf(workspaceId, query, rows)}) as data, (select count(*) from found) as total,
                 version::text as version
          from list_totals
          where workspace_id = ${workspaceId}`,
    ),
  );
}

/** A page of matches, or far from the first. How it is read depends on the number of matches, so that comes first. */
async function listSome(db: Db, workspaceId: string, query: VisibilityListQuery): Promise<ListedPage> {
  const size = await sizeOf(db, workspaceId, query);
  const { total, version } = size;
  const part = partOf(query.page, total);
  if (part.count === 0) return { data: '[]', total, version };
  const [row] = await db.query<Pick<Listed, 'data'>>(pageOfSome(workspaceId, query, { ...part, size }));
  return { data: `[${row?.data ?? ''}]`, total, version };
}

interface Size {
  /** Matches. */
  total: number;
  /** All records of the workspace. */
  measured: number;
  version: string;
}

async function sizeOf(db: Db, workspaceId: string, { filter }: VisibilityListQuery): Promise<Size> {
  const kept = keptTotal(workspaceId, filter, 'measured');
  const total = kept ?? sql`select count(*) from ${matchesOf(workspaceId, filter)}`;
  const [row] = await (kept ? db.quick : db).query<Size>(
    sql`select (${total}) as total, measured, version::text as version
        from list_totals
        where workspace_id = ${workspaceId}`,
  );
  return row ?? { total: 0, measured: 0, version: '' };
}

/** Measured keywords that match. */
function matchesOf(workspaceId: string, filter: VisibilityFilter): Sql {
  return sql`keywords k where k.workspace_id = ${workspaceId} and k.platforms <> '{}' ${matchingKeywords(filter)}`;
}

interface Part {
  skip: number;
  count: number;
  isFromEnd: boolean;
}

/** The records of a page, counted from the nearer end of the list. */
function partOf({ page, perPage }: Page, total: number): Part {
  const offset = (page - 1) * perPage;
  const count = Math.max(0, Math.min(perPage, total - offset));
  const isFromEnd = offset > total / 2;
  return { count, isFromEnd, skip: isFromEnd ? total - offset - count : offset };
}

/**
 * If many records match, the page is soon found in an index of the order. If few do, they are found by the index of the
 * keywords and then sorted. With one in a hundred of a million, either reads some thousand records.
 */
function pageOfSome(
  workspaceId: string,
  query: VisibilityListQuery,
  { skip, count, isFromEnd, size }: Part & { size: Size },
): Sql {
  const { filter, sort } = query;
  // Keywords that contain the same words are often together in the order of keywords, and may be far from its start.
  const isSpread = filter.q === undefined || sort.by !== 'keyword';
  const isDense = isSpread && (skip + count) * size.measured <= 2 * size.total * size.total;
  const found = isDense
    ? sql`select keyword_id, ${keyOf(sort.by)} as value from visibility where workspace_id = ${workspaceId} ${matching(filter)}`
    : sortedMatches(workspaceId, filter, sort);
  const rows = sql`${found} order by ${orderOf({ descending: sort.descending !== isFromEnd })} limit ${count} offset ${skip}`;
  return dataOf(workspaceId, query, rows);
}

function orderOf({ descending }: { descending: boolean }): Sql {
  return descending ? sql`value desc, keyword_id desc` : sql`value, keyword_id`;
}

/** The records of the rows as JSON text, in the order of the list. */
function dataOf(workspaceId: string, { sort, withEvidence }: VisibilityListQuery, rows: Sql): Sql {
  return sql`
    select string_agg((
      select ${documentOf({ withEvidence })}
      from visibility
      where workspace_id = ${workspaceId}
        and keyword_id = page.keyword_id
    ), ',' order by ${orderOf(sort)}) as data
    from (${rows}) page`;
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
        order by ${keyOf(sort.by)} ${direction}, keyword_id ${direction}`,
  );
  for (const ids of inBatches(
    found.map(({ keywordId }) => keywordId),
    BATCH,
  )) {
    const rows = await db.query<{ doc: string }>(
      sql`select ${documentOf({ withEvidence })} as doc
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
    statement = prepared((workspaceId, perPage, offset) =>
      buildPage({ sort, withEvidence }, { workspaceId, perPage, offset: isFirst ? undefined : offset }),
    );
    pageStatements.set(name, statement);
  }
  return statement;
}

type PageStatement = (workspaceId: string, perPage: number, offset: number) => Prepared;

/** One for each order, at most 32. */
const pageStatements = new Map<string, PageStatement>();

function buildPage(
  { sort, withEvidence }: Pick<VisibilityListQuery, 'sort' | 'withEvidence'>,
  { workspaceId, perPage, offset }: { workspaceId: string; perPage: number; offset: number | undefined },
): Sql {
  const columns = sql`${keyOf(sort.by)}, keyword_id`;
  const order = sort.descending ? sql`${keyOf(sort.by)} desc, keyword_id desc` : columns;
  const first = sql`
    select ${columns}
    from visibility
    where workspace_id = ${workspaceId}
    order by ${order}
    limit 1 offset ${offset}`;
  const fromFirst = sort.descending ? sql`and (${columns}) <= (${first})` : sql`and (${columns}) >= (${first})`;
  return sql`
    select (
      select string_agg(doc, ',')
      from (
        select doc
        from (
          select ${documentOf({ withEvidence })} as doc
          from visibility
          where workspace_id = ${workspaceId}
            ${offset === undefined ? empty : fromFirst}
          order by ${order}
          limit ${raw(String(LONGEST_PAGE))}
        ) longest
        limit ${perPage}
      ) page
    ) as data, measured as total, version::text as version
    from list_totals
    where workspace_id = ${workspaceId}`;
}

function sortedMatches(workspaceId: string, filter: VisibilityFilter, { by }: VisibilityListQuery['sort']): Sql {
  const matches = matchesOf(workspaceId, filter);
  if (by === 'keyword') return sql`select k.keyword_id, lower(k.keyword) as value from ${matches}`;
  return sql`
    select v.keyword_id, v.${raw(by)} as value
    from (select k.keyword_id from ${matches} offset 0) found
    join visibility v on v.workspace_id = ${workspaceId} and v.keyword_id = found.keyword_id`;
}

/** What records are sorted by. Keywords without case, by the index `visibility_by_keyword`. */
function keyOf(by: VisibilitySort): Sql {
  return by === 'keyword' ? sql`lower(keyword)` : raw(by);
}

function documentOf({ withEvidence }: { withEvidence: boolean }): Sql {
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
