import { compareTexts } from '../../base/compare-texts.ts';
import { getOrMake } from '../../base/get-or-make.ts';
import { groupBy } from '../../base/group-by.ts';
import { countOutcomes, type Outcomes } from '../../score/count-day.ts';
import type { Db } from '../db.ts';
import { currentDays, type DayRangeQuery, readDays } from './read.ts';

export interface DayOutcomes extends Outcomes {
  day: string;
  platform: string;
}

/** The answers of each status per day and platform. Newest first. */
export async function readOutcomes(
  db: Db,
  workspaceId: string,
  { platform, ...range }: DayRangeQuery & { platform?: string | undefined },
): Promise<DayOutcomes[]> {
  const sums = new Map<string, DayOutcomes>();
  for await (const { day, value } of readDays(db, workspaceId, await currentDays(db, workspaceId, range))) {
    for (const [name, mine] of Object.entries(value)) {
      if (platform !== undefined && name !== platform) continue;
      const place = { day, platform: name, valid: 0, truncated: 0, refused: 0, failed: 0 };
      const sum = getOrMake(sums, `${day} ${name}`, () => place);
      addOutcomes(sum, countOutcomes(mine));
    }
  }
  return [...sums.values()].sort((a, b) => compareTexts(b.day, a.day) || compareTexts(a.platform, b.platform));
}

export function addOutcomes(sum: Outcomes, { valid, truncated, refused, failed }: Outcomes): void {
  sum.valid += valid;
  sum.truncated += truncated;
  sum.refused += refused;
  sum.failed += failed;
}

/** The valid answers of each day. Newest first. */
export async function validDays(
  db: Db,
  workspaceId: string,
  query: Parameters<typeof readOutcomes>[2],
): Promise<{ day: string; valid: number }[]> {
  const days = groupBy(await readOutcomes(db, workspaceId, query), ({ day }) => day);
  return [...days].map(([day, rows]) => ({ day, valid: rows.reduce((sum, { valid }) => sum + valid, 0) }));
}
