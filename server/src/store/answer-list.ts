import type { Answer } from '@visibility/sdk';
import { isoSeconds } from '../base/time.ts';
import type { AnswerStatus, Page as WebPage } from '../collect/platform.ts';
import type { Surface } from './answers.ts';
import { type Db, empty, type Sql, sql } from './db.ts';
import { limitTo, type Page } from './pages.ts';

/** Days are whole UTC days, both ends included: there is always a bound, so only the months in between are read. */
export interface AnswerFilter {
  keywordId?: string | undefined;
  platform?: string | undefined;
  since: string;
  until: string;
}

/** Stored answers, newest first. The total is a sum of the daily counts: nobody counts a million rows to show twenty. */
export async function listAnswers(
  db: Db,
  workspaceId: string,
  { filter, page }: { filter: AnswerFilter; page: Page },
): Promise<{ answers: Answer[]; total: number }> {
  const [rows, [count]] = await Promise.all([
    db.query<ListedRow>(
      sql`select a.answer_id, a.keyword_id, coalesce(k.keyword, '') as keyword, a.platform, a.surface, a.model, a.prompt,
                 a.text, a.cited, a.retrieved, a.status, a.asked_at, a.cost_usd
          from (
            select *
            from answers
            where workspace_id = ${workspaceId}
              and asked_at >= ${filter.since}::date::timestamptz
              and asked_at < (${filter.until}::date + 1)::timestamptz
              ${matching(filter)}
            order by asked_at desc, answer_id desc
            ${limitTo(page)}
          ) a
          left join keywords k on k.workspace_id = ${workspaceId} and k.keyword_id = a.keyword_id
          order by a.asked_at desc, a.answer_id desc`,
    ),
    db.query<{ total: number }>(
      sql`select coalesce(sum(valid + refused + failed), 0)::bigint as total
          from daily_answers
          where workspace_id = ${workspaceId}
            and day >= ${filter.since}
            and day <= ${filter.until}
            ${matching(filter)}`,
    ),
  ]);
  return { answers: rows.map(toAnswer), total: count?.total ?? 0 };
}

export interface ListedRow {
  answer_id: string;
  keyword_id: string;
  keyword: string;
  platform: string;
  surface: Surface;
  model: string | null;
  prompt: string;
  text: string;
  cited: WebPage[];
  retrieved: WebPage[];
  status: AnswerStatus;
  asked_at: Date;
  cost_usd: number | null;
}

export function toAnswer({ cited, retrieved, ...row }: ListedRow): Answer {
  const named = new Set(cited.map(({ url }) => url));
  const sources = [
    ...cited.map((page) => sourceOf(page, true)),
    ...retrieved.filter(({ url }) => !named.has(url)).map((page) => sourceOf(page, false)),
  ];
  const { answer_id, keyword_id, keyword, platform, surface, model, prompt, text } = row;
  const about = { answer_id, keyword_id, keyword, platform, surface, model, prompt, text };
  return { ...about, sources, status: row.status, asked_at: isoSeconds(row.asked_at), cost_usd: row.cost_usd };
}

function sourceOf({ url, title }: WebPage, cited: boolean) {
  return { url, title: title ?? null, cited };
}

function matching({ keywordId, platform }: AnswerFilter): Sql {
  return sql`
    ${keywordId === undefined ? empty : sql`and keyword_id = ${keywordId}`}
    ${platform === undefined ? empty : sql`and platform = ${platform}`}`;
}
