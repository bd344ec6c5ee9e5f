import type { Answer } from '@visibility/sdk';
import { isoSeconds } from '../../base/time.ts';
import { type Db, type Sql, sql } from '../db.ts';
import { type ListedRow, toAnswer } from './list.ts';

/** Whole UTC days, both ends included. */
export interface DayRange {
  since: string;
  until: string;
}

const BATCH = 500;

/** All answers of some days in the order they were asked, a batch at a time: memory does not grow with history. */
export async function* exportAnswers(db: Db, workspaceId: string, range: DayRange): AsyncGenerator<Answer> {
  const rows = rowsAfter<ListedRow>(db, range, (after) => ({
    at: 'asked_at',
    id: 'answer_id',
    query: sql`select a.answer_id, a.keyword_id, coalesce(k.keyword, '') as keyword, a.platform, a.surface, a.model,
                      a.prompt, a.text, a.cited, a.retrieved, a.status, a.asked_at, a.cost_usd
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
  mention_id: string;
  answer_id: string;
  keyword_id: string;
  keyword: string;
  platform: string;
  brand_id: string;
  position: number;
  sentiment: string;
  context: string;
  detected_at: string;
}

/** Every brand that was named, the own one and its competitors. */
export async function* exportMentions(db: Db, workspaceId: string, range: DayRange): AsyncGenerator<ExportedMention> {
  const rows = rowsAfter<ExportedMention & { detected_at: Date }>(db, range, (after) => ({
    at: 'detected_at',
    id: 'mention_id',
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
  for await (const row of rows) yield { ...row, detected_at: isoSeconds(row.detected_at) };
}

export interface ExportedCitation {
  citation_id: string;
  answer_id: string;
  keyword_id: string;
  keyword: string;
  platform: string;
  kind: string;
  owner: string;
  url: string;
  canonical_url: string;
  domain: string;
  title: string | null;
  position: number | null;
  context: string | null;
  detected_at: string;
}

/** Every page, cited or only retrieved, whoever it belongs to. */
export async function* exportCitations(db: Db, workspaceId: string, range: DayRange): AsyncGenerator<ExportedCitation> {
  const rows = rowsAfter<ExportedCitation & { detected_at: Date }>(db, range, (after) => ({
    at: 'detected_at',
    id: 'citation_id',
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
  for await (const row of rows) yield { ...row, detected_at: isoSeconds(row.detected_at) };
}

interface Place {
  at: Date;
  id: string;
}

/** Row by row, each batch beginning after the last row of the one before. */
async function* rowsAfter<Row>(
  db: Db,
  { since }: DayRange,
  next: (after: Place) => { at: keyof Row; id: keyof Row; query: Sql },
): AsyncGenerator<Row> {
  let after: Place = { at: new Date(since), id: '' };
  for (;;) {
    const { at, id, query } = next(after);
    const rows = await db.query<Row>(query);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = { at: last[at] as Date, id: last[id] as string };
  }
}
