import { groupBy } from '../base/group-by.ts';
import { type Change, judgeChange, type SignificanceSettings } from '../score/significance.ts';
import type { StretchCounts } from '../store/counts/daily-counts.ts';

// The closed window and the 13 before it, which show how much the series varies.
export const WINDOWS_READ = 14;

/**
 * Compares a series' window with earlier windows from `baselineFrom` on. The window of the last event starts the new
 * baseline.
 */
export function judgeVersion1(
  counts: StretchCounts[],
  { window, baselineFrom, settings }: { window: number; baselineFrom: number; settings: SignificanceSettings },
): Change | undefined {
  const byWindow = groupBy(counts, ({ ago }) => ago);
  const current = byWindow.get(0);
  if (!current) return undefined;
  const earlier: { window: number; counts: StretchCounts[] }[] = [];
  for (let ago = WINDOWS_READ - 1; ago > 0; ago--) {
    const found = byWindow.get(ago);
    if (found) earlier.push({ window: window - ago, counts: found });
  }
  const baseline = earlier.filter((one) => one.window >= baselineFrom).map((one) => one.counts);
  return judgeChange({ current, baseline, history: earlier.map((one) => one.counts), settings });
}
