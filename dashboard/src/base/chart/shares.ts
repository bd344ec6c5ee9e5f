import type { ChartSeries } from './chart-types.ts';
import type { Timeline } from './timeline.ts';

export interface Layer {
  series: ChartSeries;
  /** Start and end of its share of each day in percent. Undefined for days without values. */
  parts: ([from: number, to: number] | undefined)[];
}

/** The share of each line per day, stacked. Hiding a line leaves no hole and does not change the shares of the others. */
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
