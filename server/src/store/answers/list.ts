import type { Answer } from '@visibility/sdk';
import { type ShownStatus, shownStatus } from '../../analyze/counted-status.ts';
import { furnitureOf } from '../../analyze/furniture.ts';
import type { AnswerStatus, Page as WebPage } from '../../collect/platform.ts';
import type { Provenance } from '../../collect/scraped/read-scraped.ts';
import { readOutcomes } from '../days/outcomes.ts';
import { type Db, empty, type Sql, sql } from '../db.ts';
import { everyBatch, limitTo, olderThan, type Page } from '../pages.ts';
import { splitDays, type TimeRange } from '../time-range.ts';
import type { Surface } from './answers.ts';
import { type SourceFilter, withSource } from './source-filter.ts';

export interface ListedAnswer {
  answerId: string;
  keywordId: string;
  keyword: string;
  platform: string;
  surface: Surface;
  model: string | undefined;
  prompt: string;
  text: string;
  sources: Answer['sources'];
  status: ShownStatus;
  askedAt: Date;
  costUsd: number | undefined;
  requestedModel: string | undefined;
  searched: boolean | undefined;
  queries: string[];
  provenance: (Provenance & { removed: string[] }) | undefined;
}

export interface AnswerFilter extends SourceFilter {
  keywordId?: string | undefined;
  platform?: string | undefined;
  range: TimeRange;
}

/**
 * Stored answers, newest first. The total is a sum of the daily counts, because counting a million rows to show twenty
 * is too slow.
 */
export async function listAnswers(
  db: Db,
  workspaceId: string,
  { filter, page }: { filter: AnswerFilter; page: Page },
): Promise<{ answers: ListedAnswer[]; total: number }> {
  const [rows, total] = await Promise.all([
    readAnswers(db, workspaceId, { filter, page }),
    countAnswers(db, workspaceId, filter),
  ]);
  return { answers: rows.map(toAnswer), total };
}

/** All of them, in the same order. */
export async function* walkAnswers(db: Db, workspaceId: string, filter: AnswerFilter): AsyncGenerator<ListedAnswer[]> {
  const batches = everyBatch(
    (page) => readAnswers(db, workspaceId, { filter, page }),
    ({ askedAt, answerId }) => ({ at: askedAt, id: answerId }),
  );
  for await (const rows of batches) yield rows.map(toAnswer);
}

function readAnswers(
  db: Db,
  workspaceId: string,
  { filter, page }: { filter: AnswerFilter; page: Page },
): Promise<AnswerRow[]> {
  return db.records<AnswerRow>(
    sql`select a.answer_id, a.keyword_id, coalesce(k.keyword, '') as keyword, a.platform, a.surface, a.model, a.prompt,
               a.text, a.cited, a.retrieved, a.status, a.reason, a.asked_at, a.cost_usd, a.requested_model, a.searched, a.queries, a.provenance
        from (
          select *
          from answers
          where workspace_id = ${workspaceId} ${within(filter.range)} ${matching(filter)}
            ${withSource('answers', workspaceId, filter)}
            ${olderThan(page, sql`asked_at`, sql`answer_id`)}
          order by asked_at desc, answer_id desc
          ${limitTo(page)}
        ) a
        left join keywords k on k.workspace_id = ${workspaceId} and k.keyword_id = a.keyword_id
        order by a.asked_at desc, a.answer_id desc`,
  );
}

async function countAnswers(db: Db, workspaceId: string, filter: AnswerFilter): Promise<number> {
  const { domain, pageUrl, query, isGap } = filter;
  const isStored = [domain, pageUrl, query].some((one) => one !== undefined) || isGap;
  // Only counts by keyword, platform and day are stored.
  const { days, rest } = isStored ? { days: undefined, rest: [filter.range] } : splitDays(filter.range);
  const counts = rest.map(
    (range) =>
      sql`select count(*) as total
          from answers
          where workspace_id = ${workspaceId} ${within(range)} ${matching(filter)} ${withSource('answers', workspaceId, filter)}`,
  );
  const [outcomes, ...results] = await Promise.all([
    days ? readOutcomes(db, workspaceId, { ...chosenIn(filter), since: days.from, until: days.to }) : [],
    ...counts.map((count) => db.number(count)),
  ]);
  const whole = outcomes.map(({ valid, truncated, refused, failed }) => valid + truncated + refused + failed);
  return [...whole, ...results].reduce((sum, total) => sum + total, 0);
}

export interface AnswerRow extends Omit<ListedAnswer, 'sources' | 'status' | 'provenance'> {
  status: AnswerStatus;
  reason: string | undefined;
  provenance: Provenance | undefined;
  cited: WebPage[];
  retrieved: WebPage[];
}

export function toAnswer({ cited, retrieved, ...answer }: AnswerRow): ListedAnswer {
  const named = new Set(cited.map(({ url }) => url));
  const sources = [
    ...cited.map((page) => sourceOf({ ...page, cited: true })),
    ...retrieved.filter(({ url }) => !named.has(url)).map((page) => sourceOf({ ...page, cited: false })),
  ];
  const { answerId, keywordId, keyword, platform, surface, model, prompt, text, askedAt, costUsd } = answer;
  const about = { answerId, keywordId, keyword, platform, surface, model, prompt, text };
  const { requestedModel, searched, queries } = answer;
  const provenance = provenanceOf(answer);
  return {
    ...about,
    sources,
    status: shownStatus(answer),
    askedAt,
    costUsd,
    requestedModel,
    searched,
    queries,
    provenance,
  };
}

/** With the text of the interface, which is stored with the answer and not analyzed. It shows where a pasted text is from. */
function provenanceOf({ provenance, text }: Pick<AnswerRow, 'provenance' | 'text'>): ListedAnswer['provenance'] {
  const furniture = furnitureOf(text);
  const source = provenance?.source ?? furniture[0]?.surface;
  if (source === undefined) return undefined;
  const removed = furniture.map(({ start, end }) => text.slice(start, end).trim());
  return { source, reference: provenance?.reference, country: provenance?.country, removed };
}

function sourceOf({ url, title, cited }: WebPage & { cited: boolean }) {
  return { url, title: title ?? null, cited };
}

function within({ since, until }: TimeRange): Sql {
  return sql`and asked_at >= ${since} and asked_at < ${until}`;
}

function chosenIn({ keywordId, platform }: AnswerFilter) {
  return { keywordIds: keywordId === undefined ? undefined : [keywordId], platform };
}

function matching({ keywordId, platform }: AnswerFilter): Sql {
  return sql`
    ${keywordId === undefined ? empty : sql`and keyword_id = ${keywordId}`}
    ${platform === undefined ? empty : sql`and platform = ${platform}`}`;
}
