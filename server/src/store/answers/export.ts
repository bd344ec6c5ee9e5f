import { type Db, type Sql, sql } from '../db.ts';
import type { DayRange } from '../time-range.ts';
import { type AnswerRow, type ListedAnswer, toAnswer } from './list.ts';

const BATCH = 500;

/** All answers of a range of days in the order they were asked, in batches: memory does not grow with history. */
export async function* exportAnswers(db: Db, workspaceId: string, range: DayRange): AsyncGenerator<ListedAnswer> {
  const rows = rowsAfter<AnswerRow>(db, range, (after) => ({
    at: 'askedAt',
    id: 'answerId',
    query: sql`select a.answer_id, a.keyword_id, coalesce(k.keyword, '') as keyword, a.platform, a.surface, a.model,
                      a.prompt, a.text, a.cited, a.retrieved, a.status, a.reason, a.asked_at, a.cost_usd, a.requested_model,
                      a.searched, a.queries
               from (
                 select *
                 from answers
                 where workspace_id = ${workspaceId}
                   and asked_at >= ${after.at}
                   and asked_at < (${range.until}::date + 1)::timestamptz
                   and (asked_at, answer_id) > (${after.at}, ${after.id})
                 order by asked_at, answer_id
                 limit ${BATCH}
               ) a
               left join keywords k on k.workspace_id = ${workspaceId} and k.keyword_id = a.keyword_id
               order by a.asked_at, a.answer_id`,
  }));
  for await (const row of rows) yield toAnswer(row);
}

export interface ExportedMention {
  mentionId: string;
  answerId: string;
  keywordId: string;
  keyword: string;
  platform: string;
  brandId: string;
  position: number;
  sentiment: string;
  context: string;
  detectedAt: Date;
}

/** Every mentioned brand: the own one and competitors. */
export function exportMentions(db: Db, workspaceId: string, range: DayRange): AsyncGenerator<ExportedMention> {
  return rowsAfter<ExportedMention>(db, range, (after) => ({
    at: 'detectedAt',
    id: 'mentionId',
    query: sql`select m.mention_id, m.answer_id, m.keyword_id, coalesce(k.keyword, '') as keyword, m.platform, m.brand_id,
                      m.position, m.sentiment, m.context, m.detected_at
               from (
                 select *
                 from mentions
                 where workspace_id = ${workspaceId}
                   and detected_at >= ${after.at}
                   and detected_at < (${range.until}::date + 1)::timestamptz
                   and (detected_at, mention_id) > (${after.at}, ${after.id})
                 order by detected_at, mention_id
                 limit ${BATCH}
               ) m
               left join keywords k on k.workspace_id = ${workspaceId} and k.keyword_id = m.keyword_id
               order by m.detected_at, m.mention_id`,
  }));
}

export interface ExportedCitation {
  citationId: string;
  answerId: string;
  keywordId: string;
  keyword: string;
  platform: string;
  kind: string;
  owner: string;
  url: string;
  canonicalUrl: string;
  domain: string;
  title: string | undefined;
  position: number | undefined;
  context: string | undefined;
  detectedAt: Date;
}

/** Every page, cited or only retrieved, of any owner. */
export function exportCitations(db: Db, workspaceId: string, range: DayRange): AsyncGenerator<ExportedCitation> {
  return rowsAfter<ExportedCitation>(db, range, (after) => ({
    at: 'detectedAt',
    id: 'citationId',
    query: sql`select c.citation_id, c.answer_id, c.keyword_id, coalesce(k.keyword, '') as keyword, c.platform, c.kind,
                      c.owner, c.url, c.canonical_url, c.domain, c.title, c.position, c.context, c.detected_at
               from (
                 select *
                 from citations
                 where workspace_id = ${workspaceId}
                   and detected_at >= ${after.at}
                   and detected_at < (${range.until}::date + 1)::timestamptz
                   and (detected_at, citation_id) > (${after.at}, ${after.id})
                 order by detected_at, citation_id
                 limit ${BATCH}
               ) c
               left join keywords k on k.workspace_id = ${workspaceId} and k.keyword_id = c.keyword_id
               order by c.detected_at, c.citation_id`,
  }));
}

interface Place {
  at: Date;
  id: string;
}

/** Row by row. Each batch starts after the last row of the previous one. */
async function* rowsAfter<Row>(
  db: Db,
  { since }: DayRange,
  next: (after: Place) => { at: keyof Row; id: keyof Row; query: Sql },
): AsyncGenerator<Row> {
  let after: Place = { at: new Date(since), id: '' };
  for (;;) {
    const { at, id, query } = next(after);
    const rows = await db.records<Row>(query);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = { at: last[at] as Date, id: last[id] as string };
  }
}
