import { setImmediate } from 'node:timers/promises';
import { compareTexts } from '../../base/compare-texts.ts';
import { getOrMake } from '../../base/get-or-make.ts';
import { inBatches } from '../../base/in-batches.ts';
import { addDays } from '../../base/time.ts';
import { type Db, sql } from '../db.ts';
import type { StretchCounts } from './daily-counts.ts';

/** Read by one statement: about 4 MB. */
const KEYWORD_DAYS = 25_000;

export interface SeriesQuery {
  keywordIds: string[];
  lastDay: string;
  /** How many days to read, the last one included. */
  days: number;
  platform?: string | undefined;
}

/** One prompt on one platform. */
interface Cell {
  keywordId: string;
  platform: string;
  promptId: string;
}

/** How often it was asked on a day, and how often the own brand was mentioned and cited. */
interface CellDay {
  /** Days before the last one. */
  ago: number;
  n: number;
  k: number;
  citations: number;
}

/** The counts of one prompt on one platform per day: index 0 is the last day, 1 the day before. */
export interface DailySeries extends Cell {
  n: number[];
  k: number[];
}

/** The daily counts of the own brand. */
export async function dailySeries(db: Db, workspaceId: string, query: SeriesQuery): Promise<DailySeries[]> {
  const series: DailySeries[] = [];
  for await (const { cell, days } of everyCell(db, workspaceId, query)) {
    const n = Array<number>(query.days).fill(0);
    const k = Array<number>(query.days).fill(0);
    for (const one of days) {
      n[one.ago] = one.n;
      k[one.ago] = one.k;
    }
    series.push({ ...cell, n, k });
  }
  return series;
}

/** The same as `countsByStretch`, of the own brand and with periods that end on the same day for all keywords. */
export async function countsByPeriod(
  db: Db,
  workspaceId: string,
  { days, stretches, ...query }: SeriesQuery & { stretches: number },
): Promise<StretchCounts[]> {
  const sums: StretchCounts[] = [];
  const asked = { ...query, days: days * stretches };
  for await (const { cell, days: found } of everyCell(db, workspaceId, asked)) {
    const mine: StretchCounts[] = [];
    for (const one of found) {
      const ago = Math.floor(one.ago / days);
      const sum = mine[ago] ?? { ...cell, ago, n: 0, k: 0, citations: 0 };
      sum.n += one.n;
      sum.k += one.k;
      sum.citations += one.citations;
      mine[ago] = sum;
    }
    // Without the periods that have no answer.
    sums.push(...mine.filter(Boolean));
  }
  return sums;
}

export interface DayCounts {
  day: string;
  platform: string;
  n: number;
  k: number;
}

/** Valid answers, and those that mention the own brand, of many keywords together. */
export async function countDays(db: Db, workspaceId: string, query: SeriesQuery): Promise<DayCounts[]> {
  const sums = new Map<string, DayCounts[]>();
  for await (const { cell, days } of everyCell(db, workspaceId, query)) {
    const { platform } = cell;
    const mine = getOrMake(sums, platform, () => []);
    for (const { ago, n, k } of days) {
      const sum = mine[ago] ?? { day: addDays(query.lastDay, -ago), platform, n: 0, k: 0 };
      sum.n += n;
      sum.k += k;
      mine[ago] = sum;
    }
  }
  return [...sums.values()].flatMap((days) => days.filter(Boolean));
}

/** After and before every day that is stored. */
const EVER = { lastDay: '9999-12-31', days: 4_000_000 };

/** All stored days of a keyword, for verification. */
export async function allKeywordDays(
  db: Db,
  workspaceId: string,
  keywordId: string,
): Promise<(Cell & Omit<CellDay, 'ago'> & { day: string })[]> {
  const rows: Awaited<ReturnType<typeof allKeywordDays>> = [];
  for await (const { cell, days } of everyCell(db, workspaceId, { keywordIds: [keywordId], ...EVER })) {
    for (const { ago, ...counts } of days) rows.push({ ...cell, day: addDays(EVER.lastDay, -ago), ...counts });
  }
  return rows;
}

/** Each prompt and platform that was asked on these days, ordered by both within a keyword. */
async function* everyCell(
  db: Db,
  workspaceId: string,
  { keywordIds, platform, ...range }: SeriesQuery,
): AsyncGenerator<{ cell: Cell; days: CellDay[] }> {
  for (const batch of inBatches(keywordIds, Math.max(1, Math.floor(KEYWORD_DAYS / range.days)))) {
    for (const { keywordId, cells, days } of await readKeywordDays(db, workspaceId, { ...range, keywordIds: batch })) {
      const found = unpack(days);
      const asked = cells.flatMap((cell, index) => {
        const [promptId = '', name = ''] = cell.split(/ (.*)/);
        const mine = found[index + 1];
        if (!mine || (platform !== undefined && name !== platform)) return [];
        return [{ cell: { keywordId, platform: name, promptId }, days: mine }];
      });
      asked.sort(
        ({ cell: a }, { cell: b }) => compareTexts(a.platform, b.platform) || compareTexts(a.promptId, b.promptId),
      );
      yield* asked;
    }
    // Yields to other requests.
    await setImmediate();
  }
}

function readKeywordDays(
  db: Db,
  workspaceId: string,
  { keywordIds, lastDay, days }: SeriesQuery,
): Promise<{ keywordId: string; cells: string[]; days: string }[]> {
  return db.records(
    sql`select l.keyword_id, c.cells, p.days
        from unnest(${keywordIds}::text[]) as l (keyword_id)
        join keyword_cells c on c.workspace_id = ${workspaceId} and c.keyword_id = l.keyword_id
        cross join lateral (
          select string_agg('[' || (${lastDay}::date - d.day) || ',' || d.counts || ']', ',') as days
          from keyword_days d
          where d.workspace_id = ${workspaceId}
            and d.keyword_id = l.keyword_id
            and d.day > ${lastDay}::date - ${days}::integer
            and d.day <= ${lastDay}::date
        ) p
        where p.days is not null
        order by l.keyword_id`,
  );
}

/** The counts by place in `cells`, from `[ago,place,valid,named,cited,place,…],[ago,…`. */
function unpack(days: string): CellDay[][] {
  const found: CellDay[][] = [];
  for (const day of JSON.parse(`[${days}]`) as number[][]) {
    const [ago = 0] = day;
    for (let at = 1; at < day.length; at += 4) {
      const place = day[at] ?? 0;
      found[place] ??= [];
      found[place].push({ ago, n: day[at + 1] ?? 0, k: day[at + 2] ?? 0, citations: day[at + 3] ?? 0 });
    }
  }
  return found;
}
