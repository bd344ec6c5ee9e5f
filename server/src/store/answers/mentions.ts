import type { Sentiment } from '@visibility/sdk';
import { type Db, empty, type Sql, sql } from '../db.ts';
import { everyBatch, limitTo, olderThan, type Page } from '../pages.ts';
import { completeFrom } from '../retention/removed-months.ts';
import { splitDays, type TimeRange } from '../time-range.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';

export interface MentionFilter {
  keywordId?: string | undefined;
  platform?: string | undefined;
  sentiment?: Sentiment | undefined;
  tag?: string | undefined;
  range: TimeRange;
}

/** An answer that mentions the own brand. */
export interface ListedMention {
  mentionId: string;
  keywordId: string;
  keyword: string;
  platform: string;
  position: number;
  sentiment: Sentiment;
  context: string;
  detectedAt: Date;
  answerId: string;
}

/** Answers that mention the own brand, newest first. */
export async function listMentions(
  db: Db,
  workspaceId: string,
  { filter, page }: { filter: MentionFilter; page: Page },
): Promise<{ mentions: ListedMention[]; total: number }> {
  const [mentions, total] = await Promise.all([
    readMentions(db, workspaceId, { filter, page }),
    filter.keywordId === undefined && filter.tag === undefined
      ? sumMentions(db, workspaceId, filter)
      : countMentions(db, workspaceId, filter),
  ]);
  return { mentions, total };
}

/** All of them, in the same order. */
export function walkMentions(db: Db, workspaceId: string, filter: MentionFilter): AsyncGenerator<ListedMention[]> {
  return everyBatch(
    (page) => readMentions(db, workspaceId, { filter, page }),
    ({ detectedAt, mentionId }) => ({ at: detectedAt, id: mentionId }),
  );
}

function readMentions(
  db: Db,
  workspaceId: string,
  { filter, page }: { filter: MentionFilter; page: Page },
): Promise<ListedMention[]> {
  return db.records<ListedMention>(
    sql`select m.mention_id, m.keyword_id, k.keyword, m.platform, m.position, m.sentiment, m.context, m.detected_at, m.answer_id
        from (
          select *
          from mentions
          ${matchingMentions(workspaceId, filter)}
          ${olderThan(page, sql`detected_at`, sql`mention_id`)}
          order by detected_at desc, mention_id desc
          ${limitTo(page)}
        ) m
        join keywords k on k.workspace_id = ${workspaceId} and k.keyword_id = m.keyword_id
        order by m.detected_at desc, m.mention_id desc`,
  );
}

/** Whole days are read from the totals over all keywords. Only partial days at the ends are counted. */
async function sumMentions(db: Db, workspaceId: string, filter: MentionFilter): Promise<number> {
  const { days, rest } = splitDays(filter.range);
  const counts = rest.map((part) => countMentions(db, workspaceId, { ...filter, range: part }));
  if (days) counts.push(sumDays(db, workspaceId, { ...filter, ...days }));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

function sumDays(
  db: Db,
  workspaceId: string,
  { platform, sentiment, from, to }: MentionFilter & { from: string; to: string },
): Promise<number> {
  return db.number(
    sql`select coalesce(sum(${sentiment === undefined ? sql`named` : counted[sentiment]}), 0)::bigint as total
        from workspace_findings
        where workspace_id = ${workspaceId}
          and brand_id = ${OWN_BRAND}
          -- Sums outlive the mentions that a list could show.
          and day >= greatest(${from}::date, ${completeFrom(workspaceId, 'findings')})
          and day <= ${to}
          ${platform === undefined ? empty : sql`and platform = ${platform}`}`,
  );
}

const counted: Record<Sentiment, Sql> = {
  positive: sql`positive`,
  negative: sql`negative`,
  neutral: sql`named - positive - negative`,
};

/** Mentions of one keyword, or of part of a day, are few enough to count. */
function countMentions(db: Db, workspaceId: string, filter: MentionFilter): Promise<number> {
  return db.number(sql`select count(*) as total from mentions ${matchingMentions(workspaceId, filter)}`);
}

export function matchingMentions(workspaceId: string, filter: MentionFilter & { brandId?: string }): Sql {
  const { keywordId, platform, sentiment, tag, range, brandId = OWN_BRAND } = filter;
  return sql`
    where workspace_id = ${workspaceId}
      and brand_id = ${brandId}
      and detected_at >= ${range.since}
      and detected_at < ${range.until}
      ${keywordId === undefined ? empty : sql`and keyword_id = ${keywordId}`}
      ${platform === undefined ? empty : sql`and platform = ${platform}`}
      ${sentiment === undefined ? empty : sql`and sentiment = ${sentiment}`}
      ${tag === undefined ? empty : sql`and keyword_id in (${keywordsTagged(workspaceId, tag)})`}`;
}

function keywordsTagged(workspaceId: string, tag: string): Sql {
  return sql`select keyword_id from keywords where workspace_id = ${workspaceId} and tags @> ${[tag]}`;
}
