import type { ChartPoint, ChartSeries } from './chart-types.ts';

const DAY_MS = 86_400_000;

/** All days that have a point, and the point of every line on each day. */
export interface Timeline {
  /** Oldest first. */
  dates: string[];
  /** The same as day numbers. */
  days: number[];
  /** The usual distance between two points: 1 for a daily line, 7 for a weekly one. */
  stepDays: number;
  /** By line id, then by index of the day. */
  points: Map<string, (ChartPoint | undefined)[]>;
}

export function createTimeline(series: ChartSeries[]): Timeline {
  const dates = [...new Set(series.flatMap(({ points }) => points.map(({ date }) => date)))].sort();
  const days = dates.map(dayNumber);
  const indexes = new Map(dates.map((date, index) => [date, index]));
  const points = series.map((one): [string, (ChartPoint | undefined)[]] => {
    const row = Array<ChartPoint | undefined>(dates.length).fill(undefined);
    for (const point of one.points) row[indexes.get(point.date) ?? 0] = point;
    return [one.id, row];
  });
  return { dates, days, stepDays: smallestStep(days), points: new Map(points) };
}

export function dayNumber(date: string): number {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
}

export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The ranges of days, as indexes, in which a line has no gap. */
export function splitRuns({ days, stepDays }: Timeline, isDefined: (index: number) => boolean): number[][] {
  const runs: number[][] = [];
  let last: number | undefined;
  for (const [index, day] of days.entries()) {
    if (!isDefined(index)) continue;
    const follows = last === index - 1 && day - (days[index - 1] ?? 0) <= stepDays;
    if (follows) runs.at(-1)?.push(index);
    else runs.push([index]);
    last = index;
  }
  return runs;
}

/** The index of the nearest day. */
export function nearestIndex(days: number[], place: number): number {
  let nearest = 0;
  for (const [index, day] of days.entries()) {
    if (Math.abs(day - place) < Math.abs((days[nearest] ?? 0) - place)) nearest = index;
  }
  return nearest;
}

function smallestStep(days: number[]): number {
  const steps = days.slice(1).map((day, index) => day - (days[index] ?? day));
  return steps.reduce((least, step) => Math.min(least, step), Number.POSITIVE_INFINITY);
}
