import { inBatches } from '../../base/in-batches.ts';
import { addDays, daysBetween } from '../../base/time.ts';
import { slices } from '../../base/turns.ts';
import type { Day } from '../../score/day.ts';
import { type Db, empty, sql, type Transaction } from '../db.ts';

/** Read by one statement: about 8 MB. */
const KEYWORD_DAYS = 25_000;

/** So many days of each keyword, up to its last, under a reading. */
export interface DaysQuery {
  keywords: Map<string, { lastDay: string; reading: number }>;
  days: number;
}

export interface DayTexts {
  keywordId: string;
  reading: number;
  lastDay: string;
  /** The ids of the keyword's prompts: number 1 first. */
  promptIds: string[];
  /** `[ago,value],[ago,…`, `ago` days before the last. */
  text: string;
}

/** The stored days of many keywords, a keyword at a time, ordered by id. */
export async function* dayTexts(
  db: Db | Transaction,
  workspaceId: string,
  { keywords, days }: DaysQuery,
): AsyncGenerator<DayTexts> {
  if (days <= 0) return;
  const nextSlice = slices();
  const wanted = [...keywords].map(([keywordId, one]) => ({ keywordId, ...one }));
  for (const batch of inBatches(wanted, Math.max(1, Math.floor(KEYWORD_DAYS / days)))) {
    const texts = await db.records<DayTexts>(
      sql`select l.keyword_id, l.reading, l.last_day, p.prompt_ids, d.text
          from unnest(${batch.map(({ keywordId }) => keywordId)}::text[], ${batch.map(({ lastDay }) => lastDay)}::date[],
                      ${batch.map(({ reading }) => reading)}::integer[]) as l (keyword_id, last_day, reading)
          cross join lateral (
            select string_agg('[' || (l.last_day - c.day) || ',' || c.value || ']', ',') as text
            from days c
            where c.workspace_id = ${workspaceId}
              and c.keyword_id = l.keyword_id
              and c.reading = l.reading
              and c.day > l.last_day - ${days}::integer
              and c.day <= l.last_day
          ) d
          cross join lateral (
            select array_agg(prompt_id order by number) as prompt_ids
            from prompts p
            where p.workspace_id = ${workspaceId}
              and p.keyword_id = l.keyword_id
          ) p
          where d.text is not null
          order by l.keyword_id`,
    );
    for (const text of texts) {
      await nextSlice();
      yield text;
    }
  }
}

/** A keyword's day. */
export interface ReadDay {
  keywordId: string;
  reading: number;
  day: string;
  promptIds: string[];
  value: Day;
}

/** The same, parsed. */
export async function* readDays(db: Db | Transaction, workspaceId: string, query: DaysQuery): AsyncGenerator<ReadDay> {
  for await (const { text, lastDay, ...keyword } of dayTexts(db, workspaceId, query)) {
    for (const [ago, value] of JSON.parse(`[${text}]`) as [number, Day][]) {
      yield { ...keyword, day: addDays(lastDay, -ago), value };
    }
  }
}

export interface DayRangeQuery {
  /** Undefined: all. */
  keywordIds?: string[] | undefined;
  /** Inclusive. */
  since: string;
  until: string;
}

/** A range of days of some keywords, each under its present reading. */
export async function currentDays(
  db: Db | Transaction,
  workspaceId: string,
  { keywordIds, since, until }: DayRangeQuery,
): Promise<DaysQuery> {
  const readings = await keywordReadings(db, workspaceId, keywordIds);
  return {
    keywords: new Map([...readings].map(([keywordId, reading]) => [keywordId, { reading, lastDay: until }])),
    days: daysBetween(since, until) + 1,
  };
}

/** The readings that the numbers of these keywords, or of all, are under. */
export async function keywordReadings(
  db: Db | Transaction,
  workspaceId: string,
  keywordIds: string[] | undefined,
): Promise<Map<string, number>> {
  const rows = await db.records<{ keywordId: string; reading: number }>(
    sql`select keyword_id, reading
        from keywords
        where workspace_id = ${workspaceId}
          ${keywordIds === undefined ? empty : sql`and keyword_id = any(${keywordIds})`}
        order by keyword_id`,
  );
  return new Map(rows.map(({ keywordId, reading }) => [keywordId, reading]));
}

/** The first day on which a keyword was asked, and the last with a valid answer. */
export async function answeredDays(
  db: Db | Transaction,
  workspaceId: string,
  { keywordId, reading }: { keywordId: string; reading: number },
): Promise<{ firstDay?: string | undefined; lastDay?: string | undefined }> {
  const days = await db.record<{ firstDay: string | undefined; lastDay: string | undefined }>(
    sql`select min(day) as first_day, max(day) filter (where value ~ ${HAS_VALID}) as last_day
        from days
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}
          and reading = ${reading}`,
  );
  return days ?? {};
}

/** A platform whose list of prompts is not empty. */
const HAS_VALID = ':\\[\\[\\d';

/** After and before every day that is stored. */
export const EVER = { lastDay: '9999-12-31', days: 4_000_000 };
