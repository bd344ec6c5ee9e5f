import { getOrMake } from '../../base/get-or-make.ts';
import { timeOfId } from '../../base/id.ts';
import { dayOf } from '../../base/time.ts';
import { nextTurn } from '../../base/turns.ts';
import { answersWith, type DaySources, makeSources } from '../../score/day-sources.ts';
import { addToSum, emptySum, type SourceSum } from '../../score/sum-day.ts';
import { type Db, empty, join, planned, raw, sql, type Transaction } from '../db.ts';
import { daysOf, splitDays, type TimeRange } from '../time-range.ts';

/** Read about a millisecond at a time. */
const CHARACTERS_PER_TURN = 30_000;

export interface SourcesOf {
  keywordIds?: string[] | undefined;
  platforms?: string[] | undefined;
  range: TimeRange;
}

/** Sources of a keyword on a platform: several for one day, until a worker has joined them. */
export interface KeywordSources {
  keywordId: string;
  day: string;
  platform: string;
  sources: DaySources;
}

/** The sources of the answers in a range. */
export async function* loadSources(
  db: Db | Transaction,
  workspaceId: string,
  { keywordIds, platforms, range }: SourcesOf,
): AsyncGenerator<KeywordSources> {
  const days = daysOf({ from: dayOf(range.since), to: dayOf(new Date(range.until.getTime() - 1)) });
  const rows = await db.records<Omit<KeywordSources, 'sources'> & { value: string }>(
    planned(sql`select keyword_id, day, platform, value
        from day_sources
        where workspace_id = ${workspaceId}
          and day = any(${days}::date[])
          ${keywordIds === undefined ? empty : sql`and keyword_id = any(${keywordIds})`}
          ${platforms === undefined ? empty : sql`and platform = any(${platforms})`}`),
  );
  let read = 0;
  for (const { value, ...of } of rows) {
    yield { ...of, sources: within(range, JSON.parse(value)) };
    read += value.length;
    if (read < CHARACTERS_PER_TURN) continue;
    read = 0;
    await nextTurn();
  }
}

function within({ since, until }: TimeRange, sources: DaySources): DaySources {
  const isInside = (id: string) => timeOfId(id) >= since && timeOfId(id) < until;
  const ends = [...sources.ids.slice(0, 1), ...sources.ids.slice(-1)];
  return ends.every(isInside) ? sources : makeSources(answersWith(sources).filter(({ id }) => isInside(id)));
}

/** Adds up sources by platform. */
export async function sumSources(
  db: Db | Transaction,
  workspaceId: string,
  { into = new Map(), ...of }: SourcesOf & { into?: Map<string, SourceSum> },
): Promise<Map<string, SourceSum>> {
  for await (const { platform, sources } of loadSources(db, workspaceId, of)) {
    addToSum(getOrMake(into, platform, emptySum), sources);
  }
  return into;
}

export interface SummedFilter {
  keywordId?: string | undefined;
  platform?: string | undefined;
  range: TimeRange;
}

/** What answers of a range cite: the sums that are stored, and those of all other answers, by platform. */
export interface RangeSums {
  stored: StoredSum[];
  rest: Map<string, SourceSum>;
}

interface StoredSum {
  day: string;
  platform: string;
  pages?: string;
  domains?: string;
}

/** Sums are stored for whole days of all keywords, and used if they are current. */
export async function readSums(
  db: Db,
  workspaceId: string,
  { filter, columns }: { filter: SummedFilter; columns: ('pages' | 'domains')[] },
): Promise<RangeSums> {
  const { keywordId, platform } = filter;
  const { days, rest } = splitSummed(filter);
  const values = columns.map((column) => sql`, case when is_current then ${raw(column)} end as ${raw(column)}`);
  const sums = days
    ? await db.records<StoredSum & { isCurrent: boolean }>(
        planned(sql`select day, platform, is_current ${values.length > 0 ? join(values, ' ') : empty}
            from day_sums
            where workspace_id = ${workspaceId}
              and day between ${days.from} and ${days.to}
              ${platform === undefined ? empty : sql`and platform = ${platform}`}`),
      )
    : [];
  const into = new Map<string, SourceSum>();
  const keywordIds = keywordId === undefined ? undefined : [keywordId];
  const platforms = platform === undefined ? undefined : [platform];
  for (const part of rest) await sumSources(db, workspaceId, { keywordIds, platforms, range: part, into });
  for (const [day, marked] of markedDays(sums)) {
    await sumSources(db, workspaceId, { platforms: marked, range: wholeDay(day), into });
  }
  return { stored: sums.filter(({ isCurrent }) => isCurrent), rest: into };
}

/** The days of a range that are in sums, which are those of all keywords, and its other parts. */
export function splitSummed({ keywordId, range }: SummedFilter): ReturnType<typeof splitDays> {
  return keywordId === undefined ? splitDays(range) : { days: undefined, rest: [range] };
}

function markedDays(sums: { day: string; platform: string; isCurrent: boolean }[]): Map<string, string[]> {
  const days = new Map<string, string[]>();
  for (const { day, platform, isCurrent } of sums) {
    if (!isCurrent) days.set(day, [...(days.get(day) ?? []), platform]);
  }
  return days;
}

export function wholeDay(day: string): TimeRange {
  return { since: new Date(day), until: new Date(Date.parse(day) + 86_400_000) };
}
