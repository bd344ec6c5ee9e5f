import type { ChartSeries } from './chart-types.ts';
import type { Timeline } from './timeline.ts';

export interface Layer {
  series: ChartSeries;
  /** Ends of its part of each day in percent; undefined where the day has no values. */
  parts: ([from: number, to: number] | undefined)[];
}

/** Every line's part of each day's sum, one upon the other. A line that is not shown leaves no hole, but keeps its share. */
export function stackShares(all: ChartSeries[], timeline: Timeline, isShown: (id: string) => boolean): Layer[] {
  const valueOn = (id: string, index: number) => Math.max(0, timeline.points.get(id)?.[index]?.value ?? 0);
  const sums = timeline.dates.map((_, index) => all.reduce((sum, { id }) => sum + valueOn(id, index), 0));
  const tops = timeline.dates.map(() => 0);
  return all
    .filter(({ id }) => isShown(id))
    .map((series) => ({
      series,
      parts: sums.map((sum, index): [number, number] | undefined => {
        if (sum === 0) return undefined;
        const from = tops[index] ?? 0;
        const to = from + (100 * valueOn(series.id, index)) / sum;
        tops[index] = to;
        return [from, to];
      }),
    }));
}
