import { groupBy } from '../../base/group-by.ts';
import { addDays, dayOf } from '../../base/time.ts';
import { type Db, empty, type Sql, sql, type Transaction } from '../db.ts';
import { rowSet } from '../row-set.ts';
import type { DaySpan } from '../time-range.ts';
import { type GapFilter, readDailyFacts } from './gap-facts.ts';
import { numberFacts } from './numbered-facts.ts';

/** Days per transaction. An import of answers of these days waits for it. */
const DAYS_AT_ONCE = 31;

/** Packs the days that are over. Returns 0, so that its loop waits: a day that is being imported is packed once an hour. */
export async function packAnswers(db: Db, signal: AbortSignal): Promise<0> {
  const due = await db.records<KeywordDays>(
    sql`select d.workspace_id, d.keyword_id
        from days d
        join keywords k on k.workspace_id = d.workspace_id and k.keyword_id = d.keyword_id and k.reading = d.reading
        where not d.is_packed
          and d.day < ${dayOf(new Date())}::date
        group by d.workspace_id, d.keyword_id`,
  );
  for (const keyword of due) {
    let packed: number;
    do {
      if (signal.aborted) return 0;
      packed = await db.transaction((tx) => packSomeDays(tx, keyword));
    } while (packed === DAYS_AT_ONCE);
  }
  return 0;
}

interface KeywordDays {
  workspaceId: string;
  keywordId: string;
}

async function packSomeDays(tx: Transaction, keyword: KeywordDays): Promise<number> {
  const mine = sql`workspace_id = ${keyword.workspaceId} and keyword_id = ${keyword.keywordId}`;
  const present = presentReading(keyword);
  // A transaction that changes answers of a day locks its row before it ends, so the next statement sees its changes, or
  // it waits and unpacks the day again.
  const rows = await tx.records<{ day: string }>(
    sql`select day
        from days
        where ${mine}
          and ${present}
          and not is_packed
          and day < ${dayOf(new Date())}::date
        order by day
        limit ${DAYS_AT_ONCE}
        for update`,
  );
  const days = rows.map(({ day }) => day);
  if (days.length === 0) return 0;
  const ofDays = sql`${mine} and day = any(${days}::date[])`;
  const packed = await packedDays(tx, keyword, days);
  await tx.query(sql`delete from packed_answers where ${ofDays}`);
  await tx.query(
    sql`insert into packed_answers (workspace_id, keyword_id, day, platform, facts)
        select ${keyword.workspaceId}, ${keyword.keywordId}, day, platform, facts
        from ${rowSet('p', packed, { day: 'date', platform: 'text', facts: 'text' })}`,
  );
  await tx.query(sql`update days set is_packed = true where ${ofDays} and ${present}`);
  return days.length;
}

/** Days under other readings are not packed. */
function presentReading({ workspaceId, keywordId }: KeywordDays): Sql {
  return sql`reading = (select reading from keywords where workspace_id = ${workspaceId} and keyword_id = ${keywordId})`;
}

interface PackedDay {
  day: string;
  platform: string;
  facts: string;
}

/** What is packed for these days of a keyword, oldest first. */
async function packedDays(
  db: Db | Transaction,
  { workspaceId, keywordId }: KeywordDays,
  days: string[],
): Promise<PackedDay[]> {
  const range = { since: new Date(days[0] ?? 0), until: new Date(addDays(days.at(-1) ?? '', 1)) };
  const facts = await readDailyFacts(db, workspaceId, { keywordIds: [keywordId], range });
  const wanted = new Set(days);
  return [...groupBy(facts, ({ cell }) => cell)].flatMap(([cell, ofCell]) => {
    const [day = '', platform = ''] = cell.split(' ');
    return wanted.has(day) ? [{ day, platform, facts: JSON.stringify(numberFacts(ofCell)) }] : [];
  });
}

/** The facts of whole days that are all packed: those of a keyword, a day and a platform as JSON. */
export async function readPackedFacts(
  db: Db,
  workspaceId: string,
  { keywordIds, platform, days }: Omit<GapFilter, 'range'> & { days: DaySpan },
): Promise<{ keywordId: string; facts: string }[]> {
  return db.records(
    sql`select keyword_id, facts
        from packed_answers
        where workspace_id = ${workspaceId}
          and keyword_id = any(${keywordIds})
          and day between ${days.from} and ${days.to}
          ${platform === undefined ? empty : sql`and platform = ${platform}`}`,
  );
}

/** The first of these days that is not packed. */
export async function firstUnpacked(
  db: Db,
  workspaceId: string,
  { keywordIds, days }: { keywordIds: string[]; days: DaySpan },
): Promise<string | undefined> {
  const [row] = await db.records<{ day: string | undefined }>(
    sql`select min(d.day) as day
        from days d
        join keywords k on k.workspace_id = ${workspaceId} and k.keyword_id = d.keyword_id and k.reading = d.reading
        where d.workspace_id = ${workspaceId}
          and d.keyword_id = any(${keywordIds})
          and not d.is_packed
          and d.day between ${days.from} and ${days.to}`,
  );
  return row?.day;
}

export interface PackedDays {
  keywordId: string;
  /** Undefined: from the first. */
  since: string | undefined;
}

/** Days and platforms whose packed facts differ from the answers and their findings. */
export async function wrongPackedDays(
  db: Db,
  workspaceId: string,
  { keywordId, since }: PackedDays,
): Promise<string[]> {
  const mine = sql`workspace_id = ${workspaceId} and keyword_id = ${keywordId}`;
  const rows = await db.records<{ day: string }>(
    sql`select day
        from days
        where ${mine}
          and ${presentReading({ workspaceId, keywordId })}
          and is_packed
          ${since === undefined ? empty : sql`and day >= ${since}`}
        order by day`,
  );
  const days = rows.map(({ day }) => day);
  if (days.length === 0) return [];
  const stored = await db.records<PackedDay>(
    sql`select day, platform, facts from packed_answers where ${mine} and day = any(${days}::date[])`,
  );
  const textOf = ({ day, platform, facts }: PackedDay) => [`${day} ${platform}`, facts] as const;
  const recomputed = new Map((await packedDays(db, { workspaceId, keywordId }, days)).map(textOf));
  const known = new Map(stored.map(textOf));
  return [...new Set([...recomputed.keys(), ...known.keys()])]
    .filter((cell) => recomputed.get(cell) !== known.get(cell))
    .sort();
}
