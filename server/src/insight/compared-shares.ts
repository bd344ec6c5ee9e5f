import { groupBy } from '../base/group-by.ts';
import type { PromptCounts } from '../score/counts.ts';
import { type SharesToTest, type TestedShare, testShares } from '../score/test-shares.ts';
import type { Interval } from '../score/wilson.ts';
import type { PeriodCell } from '../store/counts/period-counts.ts';

/** A share of answers in two periods: `k1` of `n1` answers before, `k2` of `n2` now. */
export interface ComparedShare {
  k1: number;
  n1: number;
  k2: number;
  n2: number;
  /** Percent, the mean over prompts. */
  previousShare: number;
  newShare: number;
  previousInterval: Interval;
  newInterval: Interval;
  points: number;
  pointsInterval: Interval;
  p: number;
  adjustedP: number;
  change: TestedShare['change'];
  /** The newest answers that contain it, of the period with the larger share. */
  answerIds: string[];
}

/** Something that answers contain. */
export interface FoundIn<About> {
  about: About;
  /** The valid answers it is a share of. */
  answers: (PeriodCell & { n: number })[];
  found: (PeriodCell & { k: number })[];
  ids: (PeriodCell & { answerIds: string[] })[];
  scatter: SharesToTest['scatter'];
}

const IDS_SHOWN = 5;

/** Tests several shares together. Clear changes come first, then the largest. */
export function compareShares<About extends object>(all: FoundIn<About>[]): (About & ComparedShare)[] {
  const tested = testShares(all.map(periodsOf));
  const rows = all.flatMap((one, index) => {
    const share = tested[index];
    return share ? [{ ...one.about, ...show(share), answerIds: idsOf(one, share) }] : [];
  });
  const order = ({ change, points }: ComparedShare) => (change === 'no_clear_change' ? 0 : 1000) + Math.abs(points);
  return rows.sort((a, b) => order(b) - order(a));
}

export function cellOf({ platform, promptId }: { platform: string; promptId: string }): string {
  return `${platform} ${promptId}`;
}

/** The same prompt on another platform counts as another prompt. */
function periodsOf<About>({ answers, found, scatter }: FoundIn<About>): SharesToTest {
  const counts = new Map(found.map((row) => [`${cellOf(row)} ${row.ago}`, row.k]));
  const periods: PromptCounts[][] = [];
  for (const [ago, cells] of groupBy(answers, (cell) => cell.ago)) {
    periods[ago] = cells.map((cell) => {
      return { promptId: cellOf(cell), n: cell.n, k: counts.get(`${cellOf(cell)} ${ago}`) ?? 0 };
    });
  }
  return { periods, scatter };
}

function show({ before, now, points, interval, p, adjustedP, change }: TestedShare): Omit<ComparedShare, 'answerIds'> {
  return {
    k1: before.k,
    n1: before.n,
    k2: now.k,
    n2: now.n,
    previousShare: before.score,
    newShare: now.score,
    previousInterval: before.interval,
    newInterval: now.interval,
    points,
    pointsInterval: interval,
    p,
    adjustedP,
    change,
  };
}

function idsOf<About>({ ids }: FoundIn<About>, { points }: TestedShare): string[] {
  const isNow = points > 0;
  const wanted = ids.filter(({ ago }) => (ago === 0) === isNow).flatMap(({ answerIds }) => answerIds);
  return wanted.sort().reverse().slice(0, IDS_SHOWN);
}
