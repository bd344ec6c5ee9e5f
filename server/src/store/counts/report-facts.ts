import { type Db, empty, sql } from '../db.ts';
import type { DayRange } from '../time-range.ts';

/** A keyword in a report. */
export interface ReportKeyword {
  keywordId: string;
  keyword: string;
  reading: number;
  isPaused: boolean;
}

/** The chosen keywords: by id, by tag, or all if neither is given. */
export function reportKeywords(
  db: Db,
  workspaceId: string,
  { keywordIds, tags }: { keywordIds: string[]; tags: string[] },
): Promise<ReportKeyword[]> {
  const isChosen = keywordIds.length > 0 || tags.length > 0;
  return db.records<ReportKeyword>(
    sql`select keyword_id, keyword, reading, status = 'paused' as is_paused
        from keywords
        where workspace_id = ${workspaceId}
          ${isChosen ? sql`and (keyword_id = any(${keywordIds}) or tags && ${tags}::text[])` : empty}
        order by keyword_id`,
  );
}

/** The workspace, keywords and days to read. */
export interface FactsQuery {
  keywordIds: string[];
  range: DayRange;
}

export interface CitedPage {
  url: string;
  domain: string;
  title: string | undefined;
  owner: 'own' | 'competitor' | 'other';
  ownerId: string | undefined;
  citations: number;
}

/** The most cited pages in some days, own and other pages separately. */
export function citedPages(
  db: Db,
  workspaceId: string,
  { keywordIds, range, isOwn, limit }: FactsQuery & { isOwn: boolean; limit: number },
): Promise<CitedPage[]> {
  const owners = isOwn ? ['own'] : ['competitor', 'other'];
  return db.records<CitedPage>(
    sql`select canonical_url as url, min(domain) as domain, max(title) as title, min(owner) as owner,
               min(owner_id) as owner_id, count(*) as citations
        from citations
        where workspace_id = ${workspaceId}
          and owner = any(${owners})
          and kind = 'cited'
          and keyword_id = any(${keywordIds})
          and detected_at >= ${range.since}::date
          and detected_at < ${range.until}::date + 1
        group by canonical_url
        order by citations desc, url
        limit ${limit}`,
  );
}

export interface AnsweringModel {
  platform: string;
  model: string | null;
  surface: string;
  answers: number;
}

/** Which models answered, as the platforms report them, and how the answers were collected. */
export function answeringModels(
  db: Db,
  workspaceId: string,
  { keywordIds, range }: FactsQuery,
): Promise<AnsweringModel[]> {
  return db.query<AnsweringModel>(
    sql`select platform, model, surface, count(*) as answers
        from answers
        where workspace_id = ${workspaceId}
          and keyword_id = any(${keywordIds})
          and status = 'valid'
          and asked_at >= ${range.since}::date
          and asked_at < ${range.until}::date + 1
        group by platform, model, surface`,
  );
}
