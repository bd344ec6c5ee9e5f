import { compareTexts } from '../../base/compare-texts.ts';
import { getOrMake } from '../../base/get-or-make.ts';
import { addDays } from '../../base/time.ts';
import { type CellCounts, scanDays } from '../../score/scan-days.ts';
import type { Db, Transaction } from '../db.ts';
import { brandsOf, OWN_BRAND } from '../workspaces/readings.ts';
import { type DaysQuery, dayTexts, keywordReadings } from './read.ts';

/** The counts of one prompt in one period of days. */
export interface StretchCounts {
  keywordId: string;
  platform: string;
  promptId: string;
  /** How many whole periods before `lastDay`. 0 is the period that ends there. */
  ago: number;
  n: number;
  k: number;
  citations: number;
}

export interface CountsQuery {
  brandId: string;
  /** The end of each keyword's latest period, and the reading of its numbers. */
  keywords: DaysQuery['keywords'];
  /** Length of a period in days, and how many periods to go back. */
  days: number;
  stretches: number;
  platform?: string | undefined;
}

/** Counts per prompt, summed over periods that end at each keyword's last day. In a fixed order: sums depend on it. */
export async function countsByStretch(
  db: Db | Transaction,
  workspaceId: string,
  query: CountsQuery,
): Promise<StretchCounts[]> {
  const counts: StretchCounts[] = [];
  for await (const { stretches } of everyCell(db, workspaceId, query)) counts.push(...stretches.filter(Boolean));
  return counts;
}

export interface SeriesQuery {
  keywordIds: string[];
  lastDay: string;
  /** How many days to read, the last one included. */
  days: number;
  platform?: string | undefined;
}

/** The same, of the own brand and with periods that end on the same day for all keywords. */
export async function countsByPeriod(
  db: Db,
  workspaceId: string,
  { stretches, ...query }: SeriesQuery & { stretches: number },
): Promise<StretchCounts[]> {
  return countsByStretch(db, workspaceId, {
    ...(await ownCounts(db, workspaceId, query)),
    days: query.days,
    stretches,
  });
}

/** The counts of one prompt on one platform per day: index 0 is the last day, 1 the day before. */
export interface DailySeries {
  keywordId: string;
  platform: string;
  promptId: string;
  n: number[];
  k: number[];
}

/** The daily counts of the own brand. */
export async function dailySeries(db: Db, workspaceId: string, query: SeriesQuery): Promise<DailySeries[]> {
  const series: DailySeries[] = [];
  for await (const { stretches, ...cell } of everyCell(db, workspaceId, await ownCounts(db, workspaceId, query))) {
    const perDay = (count: 'n' | 'k') => Array.from({ length: query.days }, (_, ago) => stretches[ago]?.[count] ?? 0);
    series.push({ ...cell, n: perDay('n'), k: perDay('k') });
  }
  return series;
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
  for await (const { platform, stretches } of everyCell(db, workspaceId, await ownCounts(db, workspaceId, query))) {
    const mine = getOrMake(sums, platform, () => []);
    for (const { ago, n, k } of stretches.filter(Boolean)) {
      const sum = mine[ago] ?? { day: addDays(query.lastDay, -ago), platform, n: 0, k: 0 };
      sum.n += n;
      sum.k += k;
      mine[ago] = sum;
    }
  }
  return [...sums.values()].flatMap((days) => days.filter(Boolean));
}

/** Day by day. */
async function ownCounts(
  db: Db,
  workspaceId: string,
  { keywordIds, lastDay, days, platform }: SeriesQuery,
): Promise<CountsQuery> {
  const readings = await keywordReadings(db, workspaceId, keywordIds);
  const keywords = new Map([...readings].map(([keywordId, reading]) => [keywordId, { lastDay, reading }]));
  return { brandId: OWN_BRAND, keywords, days: 1, stretches: days, platform };
}

/** One prompt on one platform, and its periods by `ago`. */
interface Cell {
  keywordId: string;
  platform: string;
  promptId: string;
  stretches: StretchCounts[];
}

/** Each prompt and platform with a valid answer in these periods, ordered by both within a keyword. */
async function* everyCell(
  db: Db | Transaction,
  workspaceId: string,
  { brandId, keywords, days, stretches, platform }: CountsQuery,
): AsyncGenerator<Cell> {
  const placeIn = await placeOf(db, workspaceId, { brandId, keywords });
  for await (const { keywordId, reading, promptIds, text } of dayTexts(db, workspaceId, {
    keywords,
    days: days * stretches,
  })) {
    const cells = new Map<string, Cell[]>();
    const use = (found: CellCounts) => {
      if (platform !== undefined && found.platform !== platform) return;
      const mine = getOrMake(cells, found.platform, () => []);
      const promptId = promptIds[found.prompt - 1] ?? '';
      const cell = mine[found.prompt] ?? { keywordId, platform: found.platform, promptId, stretches: [] };
      mine[found.prompt] = cell;
      addTo(cell, Math.floor(found.ago / days), found);
    };
    scanDays(text, { brand: placeIn(reading), use });
    yield* [...cells.values()]
      .flatMap((mine) => mine.filter(Boolean))
      .sort((a, b) => compareTexts(a.platform, b.platform) || compareTexts(a.promptId, b.promptId));
  }
}

function addTo({ stretches, ...place }: Cell, ago: number, { n, k, citations }: CellCounts): void {
  const sum = stretches[ago];
  if (sum) {
    sum.n += n;
    sum.k += k;
    sum.citations += citations;
  } else stretches[ago] = { ...place, ago, n, k, citations };
}

/** The place of a brand in the days of a reading. -1 if the reading does not have it. */
async function placeOf(
  db: Db | Transaction,
  workspaceId: string,
  { brandId, keywords }: Pick<CountsQuery, 'brandId' | 'keywords'>,
): Promise<(reading: number) => number> {
  // The own brand is always the first.
  if (brandId === OWN_BRAND) return () => 0;
  const brands = await brandsOf(db, workspaceId, [...new Set([...keywords.values()].map(({ reading }) => reading))]);
  return (reading) => brands.get(reading)?.indexOf(brandId) ?? -1;
}
