import { compareTexts } from '../../base/compare-texts.ts';
import { getOrMake } from '../../base/get-or-make.ts';
import { own } from '../../base/own.ts';
import { countCells, countVotes } from '../../score/count-day.ts';
import type { Db, Transaction } from '../db.ts';
import { brandsOf } from '../workspaces/readings.ts';
import { type DaysQuery, type ReadDay, readDays } from './read.ts';

/** A number or day for each period: days with the same are added up. */
type Period = string | number;

export interface PeriodsQuery<P extends Period> extends DaysQuery {
  /** Undefined: the day is in no period. */
  periodOf: (day: string) => P | undefined;
  platform?: string | undefined;
}

/** Sorts after all ids. */
const AFTER_BRANDS = '~';

/** The answers to one prompt in one period: all valid ones, or those that mention a brand. */
export interface BrandCounts<P extends Period> {
  keywordId: string;
  reading: number;
  platform: string;
  promptId: string;
  period: P;
  /** Undefined in rows that count all valid answers. */
  brandId: string | undefined;
  n: number;
  named: number;
  cited: number;
  /** Of a competitor: the answers that also mention the own brand. */
  withOwn: number;
}

/** The counts of all brands per prompt, ordered by keyword, platform and prompt: sums of fractions depend on it. */
export async function countBrands<P extends Period>(
  db: Db | Transaction,
  workspaceId: string,
  query: PeriodsQuery<P>,
): Promise<BrandCounts<P>[]> {
  const sums = new Map<string, BrandCounts<P>>();
  for await (const { day, period, brandIds } of periodDays(db, workspaceId, query)) {
    const { keywordId, reading } = day;
    for (const { platform, prompt, brand, ...counts } of countCells(day.value)) {
      const promptId = day.promptIds[prompt - 1] ?? '';
      const brandId = brand === undefined ? undefined : brandIds[brand];
      const name = [keywordId, platform, promptId, period, brandId].join(' ');
      const place = { keywordId, reading, platform, promptId, period, brandId };
      const sum = getOrMake(sums, name, () => ({ ...place, n: 0, named: 0, cited: 0, withOwn: 0 }));
      sum.n += counts.n;
      sum.named += counts.named;
      sum.cited += counts.cited;
      sum.withOwn += counts.withOwn;
    }
  }
  return inOrder(sums, (row) => [row.keywordId, row.platform, row.promptId, row.period, row.brandId ?? AFTER_BRANDS]);
}

/** Mentions of a brand in one period, in answers that mention this many tracked brands. */
export interface PeriodVotes<P extends Period> {
  reading: number;
  platform: string;
  period: P;
  brandId: string;
  brandsNamed: number;
  votes: number;
}

/** The valid answers to some keywords together, and the mentions in them. */
export async function countBrandVotes<P extends Period>(
  db: Db,
  workspaceId: string,
  query: PeriodsQuery<P>,
): Promise<{ answers: number; votes: PeriodVotes<P>[] }> {
  const sums = new Map<string, PeriodVotes<P>>();
  let answers = 0;
  for await (const { day, period, brandIds } of periodDays(db, workspaceId, query)) {
    for (const { platform, valid, brands } of countVotes(day.value)) {
      answers += valid;
      for (const { brand, brandsNamed, named } of brands.filter((one) => one.named > 0)) {
        const place = { reading: day.reading, platform, period, brandId: brandIds[brand] ?? '', brandsNamed };
        const sum = getOrMake(sums, Object.values(place).join(' '), () => ({ ...place, votes: 0 }));
        sum.votes += named;
      }
    }
  }
  return { answers, votes: inOrder(sums, (row) => [row.period, row.platform, row.brandId, row.brandsNamed]) };
}

/** The days that are in a period, with their brands by place. Only the platform that is asked for. */
async function* periodDays<P extends Period>(
  db: Db | Transaction,
  workspaceId: string,
  { periodOf, platform, ...query }: PeriodsQuery<P>,
): AsyncGenerator<{ day: ReadDay; period: P; brandIds: string[] }> {
  const readings = new Set([...query.keywords.values()].map(({ reading }) => reading));
  const brands = await brandsOf(db, workspaceId, [...readings]);
  for await (const day of readDays(db, workspaceId, query)) {
    const period = periodOf(day.day);
    if (period === undefined) continue;
    const brandIds = brands.get(day.reading) ?? [];
    const only = platform === undefined ? undefined : own(day.value, platform);
    if (platform === undefined) yield { day, period, brandIds };
    else if (only) yield { day: { ...day, value: { [platform]: only } }, period, brandIds };
  }
}

function inOrder<Row>(rows: Map<string, Row>, keysOf: (row: Row) => Period[]): Row[] {
  const keyed = [...rows.values()].map((row) => ({ row, keys: keysOf(row) }));
  keyed.sort((a, b) => compareKeys(a.keys, b.keys));
  return keyed.map(({ row }) => row);
}

function compareKeys(a: Period[], b: Period[]): number {
  for (const [place, key] of a.entries()) {
    const other = b[place] ?? key;
    if (key === other) continue;
    return typeof key === 'number' ? key - Number(other) : compareTexts(key, String(other));
  }
  return 0;
}
