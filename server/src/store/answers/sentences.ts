import { type Db, sql } from '../db.ts';
import { limitTo, type Page } from '../pages.ts';
import { type MentionFilter, matchingMentions } from './mentions.ts';

/** A sentence that mentions the own brand, with the answers that contain it. */
export interface CountedSentence {
  sentence: string;
  answers: number;
  positive: number;
  negative: number;
  platforms: Record<string, number>;
  firstDetectedAt: Date;
  lastDetectedAt: Date;
  /** The newest of the answers. */
  answerId: string;
}

/** The newest ones. Enough for counts, and few enough for one request. */
const MOST_MENTIONS = 50_000;

/** Sentences with the first mention in an answer, most frequent first. Case and spacing count. */
export async function countSentences(
  db: Db,
  workspaceId: string,
  { filter, page }: { filter: MentionFilter; page: Page },
): Promise<{ sentences: CountedSentence[]; total: number; mentions: number }> {
  const rows = await db.records<CountedSentence & { total: number; mentions: number }>(
    sql`with newest as (
          select context, platform, sentiment, detected_at, answer_id
          from mentions
          ${matchingMentions(workspaceId, filter)}
          order by detected_at desc, mention_id desc
          limit ${MOST_MENTIONS}
        ), counts as (
          -- An answer's id starts with the time it was asked. Ordered by that time, 50,000 rows would be sorted.
          select context, platform, count(*) as answers, count(*) filter (where sentiment = 'positive') as positive,
                 count(*) filter (where sentiment = 'negative') as negative, min(detected_at) as first_detected_at,
                 max(detected_at) as last_detected_at, max(answer_id collate "C") as answer_id
          from newest
          group by context, platform
        )
        select context as sentence, sum(answers)::integer as answers, sum(positive)::integer as positive,
               sum(negative)::integer as negative, json_object_agg(platform, answers order by platform) as platforms,
               min(first_detected_at) as first_detected_at, max(last_detected_at) as last_detected_at,
               max(answer_id collate "C") as answer_id, count(*) over () as total,
               (sum(sum(answers)) over ())::integer as mentions
        from counts
        group by context
        order by sum(answers) desc, max(last_detected_at) desc, context
        ${limitTo(page)}`,
  );
  const [first] = rows;
  return {
    sentences: rows.map(({ total: _, mentions: __, ...sentence }) => sentence),
    total: first?.total ?? 0,
    mentions: first?.mentions ?? 0,
  };
}
