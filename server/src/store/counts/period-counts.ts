import { compareTexts } from '../../base/compare-texts.ts';
import { daysBetween } from '../../base/time.ts';
import { countBrands } from '../days/brands.ts';
import { type Db, type Sql, sql } from '../db.ts';

/** Two periods of one keyword that do not overlap. */
export interface PeriodsFilter {
  keywordId: string;
  /** Undefined: all platforms. */
  platform: string | undefined;
  before: { fromDay: string; toDay: string };
  now: { fromDay: string; toDay: string };
  /** The period before is divided into parts of so many days, counted from its end. */
  days: number;
}

/** Counts of one prompt on one platform. */
export interface PeriodCell {
  platform: string;
  promptId: string;
  /** 0 is the period now, 1 the last part of the one before. */
  ago: number;
}

export interface BrandCell extends PeriodCell {
  /** Empty: `n` valid answers. Otherwise `k` of them mention the brand. */
  brandId: string;
  n: number;
  k: number;
}

/** The valid answers of two periods, and how many mention each brand. */
export async function brandsInPeriods(
  db: Db,
  workspaceId: string,
  { keywordId, reading, platform, before, now, days }: PeriodsFilter & { reading: number },
): Promise<BrandCell[]> {
  const counts = await countBrands(db, workspaceId, {
    keywords: new Map([[keywordId, { reading, lastDay: now.toDay }]]),
    days: daysBetween(before.fromDay, now.toDay) + 1,
    platform,
    periodOf(day) {
      if (day >= now.fromDay) return 0;
      return day > before.toDay ? undefined : 1 + Math.floor(daysBetween(day, before.toDay) / days);
    },
  });
  const cells = counts.map((row) => ({
    platform: row.platform,
    promptId: row.promptId,
    ago: row.period,
    brandId: row.brandId ?? '',
    n: row.n,
    k: row.named,
  }));
  return cells.sort((a, b) => compareTexts(a.brandId, b.brandId));
}

export function within({ before, now }: PeriodsFilter, day: Sql): Sql {
  return sql`(${day} between ${before.fromDay}::date and ${before.toDay}::date
              or ${day} between ${now.fromDay}::date and ${now.toDay}::date)`;
}

export function agoOf({ before, now, days }: PeriodsFilter, day: Sql): Sql {
  return sql`case when ${day} >= ${now.fromDay}::date then 0 else 1 + (${before.toDay}::date - ${day}) / ${days}::integer end`;
}
