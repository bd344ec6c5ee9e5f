import { agoOf, type PeriodCell, type PeriodsFilter, within } from '../counts/period-counts.ts';
import { type Db, empty, type Sql, sql } from '../db.ts';

/** Ids per prompt, platform and part of a period. */
const IDS_KEPT = 3;

export interface SourceCell extends PeriodCell {
  domain: string;
  owner: 'own' | 'competitor' | 'other';
  /** Valid answers that cite the domain. */
  k: number;
  /** The newest of them. */
  answerIds: string[];
}

/** The domains that the valid answers of two periods cite. */
export function sourcesInPeriods(db: Db, workspaceId: string, periods: PeriodsFilter): Promise<SourceCell[]> {
  return db.records<SourceCell>(
    sql`select c.domain, c.owner, a.platform, a.prompt_id, a.ago, count(*) as k, ${newestIds} as answer_ids
        from (${validAnswers(workspaceId, periods)}) a
        join (
          select distinct detected_at, answer_id, domain, owner
          from citations
          where workspace_id = ${workspaceId}
            and keyword_id = ${periods.keywordId}
            and kind = 'cited'
            and ${timesOf(periods, sql`detected_at`)}
        ) c on c.detected_at = a.asked_at and c.answer_id = a.answer_id
        group by 1, 2, 3, 4, 5`,
  );
}

export interface MentioningAnswers extends PeriodCell {
  brandId: string;
  answerIds: string[];
}

/** The newest valid answers of two periods that mention each brand. */
export function mentionsInPeriods(db: Db, workspaceId: string, periods: PeriodsFilter): Promise<MentioningAnswers[]> {
  return db.records<MentioningAnswers>(
    sql`select m.brand_id, a.platform, a.prompt_id, least(a.ago, 1) as ago, ${newestIds} as answer_ids
        from (${validAnswers(workspaceId, periods)}) a
        join mentions m
          on m.workspace_id = ${workspaceId}
         and m.keyword_id = ${periods.keywordId}
         and ${timesOf(periods, sql`m.detected_at`)}
         and m.detected_at = a.asked_at
         and m.answer_id = a.answer_id
        group by 1, 2, 3, 4`,
  );
}

/** The newest valid answer of each period, prompt and platform that does not mention the brand. */
export function newestWithout(
  db: Db,
  workspaceId: string,
  { brandId, ...periods }: PeriodsFilter & { brandId: string },
): Promise<(PeriodCell & { answerId: string })[]> {
  return db.records(
    sql`select platform, prompt_id, least(ago, 1) as ago, max(answer_id) as answer_id
        from (${validAnswers(workspaceId, periods)}) a
        where (asked_at, answer_id) not in (
          select detected_at, answer_id
          from mentions
          where workspace_id = ${workspaceId}
            and keyword_id = ${periods.keywordId}
            and brand_id = ${brandId}
            and ${timesOf(periods, sql`detected_at`)}
        )
        group by 1, 2, 3`,
  );
}

/** An id begins with the time its answer was asked. */
const newestIds = sql`(array_agg(a.answer_id order by a.answer_id desc))[:${IDS_KEPT}::integer]`;

function validAnswers(workspaceId: string, periods: PeriodsFilter): Sql {
  const day = sql`(asked_at at time zone 'UTC')::date`;
  return sql`
    select asked_at, answer_id, platform, prompt_id, ${agoOf(periods, day)} as ago
    from answers
    where workspace_id = ${workspaceId}
      and keyword_id = ${periods.keywordId}
      and status = 'valid'
      ${periods.platform === undefined ? empty : sql`and platform = ${periods.platform}`}
      and ${timesOf(periods, sql`asked_at`)}
      and ${within(periods, day)}`;
}

/** Lets PostgreSQL skip other months. */
function timesOf({ before, now }: PeriodsFilter, time: Sql): Sql {
  return sql`${time} >= ${new Date(before.fromDay)} and ${time} < (${now.toDay}::date + 1)::timestamptz`;
}
