import { addDays, daysBetween, type Period } from '../period.ts';
import type { ChartSeries } from './chart-types.ts';

interface Earlier {
  /** The line of the current period. */
  line: ChartSeries | undefined;
  now: Period;
  before: Period;
  /** Added to its name: `Oct 1 – Oct 31`. */
  name: string;
  stepDays?: number;
}

/** The line of an earlier period, moved to the days of the current one. */
export function earlierLine(earlier: ChartSeries | undefined, { line, now, before, name, stepDays = 1 }: Earlier) {
  const last = earlier?.points.at(-1)?.date;
  if (!earlier || last === undefined) return [];
  // Weekly points are counted back from the last one, and both lines must meet on the same days.
  const end = line?.points.at(-1)?.date ?? now.until;
  const days = stepDays === 1 ? daysBetween(before.since, now.since) : daysBetween(last, end);
  const points = earlier.points
    .map(({ date, value, sampleSize }) => ({ date: addDays(date, days), value, sampleSize }))
    .filter(({ date }) => date >= now.since && date <= now.until);
  const moved: ChartSeries = {
    ...earlier,
    id: `earlier ${earlier.id}`,
    label: `${earlier.label}, ${name}`,
    isMain: false,
    isEarlier: true,
    points,
  };
  return [moved];
}
