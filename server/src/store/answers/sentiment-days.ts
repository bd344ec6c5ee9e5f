import { type Db, empty, sql } from '../db.ts';
import { splitDays } from '../time-range.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';
import { type MentionFilter, matchingMentions } from './mentions.ts';

/** The mentions of the own brand on one day. */
export interface SentimentDay {
  day: string;
  mentions: number;
  positive: number;
  negative: number;
}

/** Days with at least one mention. Without a keyword, they are read from the totals over all keywords. */
export function countSentiments(db: Db, workspaceId: string, filter: MentionFilter): Promise<SentimentDay[]> {
  const { keywordId, platform, range } = filter;
  if (keywordId !== undefined) {
    return db.records<SentimentDay>(
      sql`select (detected_at at time zone 'UTC')::date as day, count(*)::integer as mentions,
                 count(*) filter (where sentiment = 'positive')::integer as positive,
                 count(*) filter (where sentiment = 'negative')::integer as negative
          from mentions
          ${matchingMentions(workspaceId, filter)}
          group by 1`,
    );
  }
  const { days } = splitDays(range);
  if (!days) return Promise.resolve([]);
  return db.records<SentimentDay>(
    sql`select day, sum(named)::integer as mentions, sum(positive)::integer as positive, sum(negative)::integer as negative
        from workspace_findings
        where workspace_id = ${workspaceId}
          and brand_id = ${OWN_BRAND}
          and day between ${days.from} and ${days.to}
          ${platform === undefined ? empty : sql`and platform = ${platform}`}
        group by day
        having sum(named) > 0`,
  );
}
