import { useMemo } from 'react';
import { formatDay } from './format.ts';
import { dayOf, earlierPeriod, lengthOf, type Period, resolvePeriod } from './period.ts';
import { useNow } from './session-context.ts';
import { useView } from './view.ts';

export interface ShownPeriod extends Period {
  days: number;
  /** For requests by first and last day. Without `until`, the range ends today. */
  range: { since: string; until?: string };
  /** For requests by length and last day. */
  length: { days: number; until?: string };
  /** `in the last 30 days` or `from Oct 1 to Oct 31`. */
  text: string;
}

/** The days that the page shows, in the workspace's time, and those it compares them with. */
export function usePeriod(usual: number): ShownPeriod & { earlier: ShownPeriod | undefined } {
  const { days, until, month, compare } = useView().view;
  const today = dayOf(useNow().getTime());
  // The same object while nothing changes, so that charts are not drawn again.
  return useMemo(() => {
    const period = resolvePeriod({ days, until, month }, usual, today);
    const shown = describe(period, { today, isNamed: month !== undefined });
    return { ...shown, earlier: compare && describe(earlierPeriod(shown, compare), { today, isNamed: true }) };
  }, [days, until, month, compare, usual, today]);
}

function describe(period: Period, { today, isNamed }: { today: string; isNamed: boolean }): ShownPeriod {
  const days = lengthOf(period);
  const end = period.until === today ? {} : { until: period.until };
  const isRolling = period.until === today && !isNamed;
  const text = isRolling ? `in the last ${days} days` : `from ${formatPeriod(period, ' to ')}`;
  return { ...period, days, range: { since: period.since, ...end }, length: { days, ...end }, text };
}

/** `Oct 1 – Oct 31` */
export function formatPeriod({ since, until }: Period, between = ' – '): string {
  return `${formatDay(since)}${between}${formatDay(until)}`;
}
