import type { ChartMark, ChartSeries } from './chart-types.ts';
import classes from './marks.module.css';
import type { Scales } from './scales.ts';
import { dayNumber, type Timeline } from './timeline.ts';

interface MarksProps {
  marks: ChartMark[];
  series: ChartSeries[];
  timeline: Timeline;
  scales: Scales;
}

const SIZE = 24;

/** Diamonds on the lines. They are buttons, so that they can be reached by keyboard. */
export function Marks({ marks, series, timeline, scales }: MarksProps) {
  const main = series.find(({ isMain }) => isMain) ?? series[0];
  const taken = new Map<string, number>();
  const placed = marks.flatMap((mark) => {
    const index = timeline.dates.indexOf(mark.date);
    const line = series.find(({ id }) => id === (mark.seriesId ?? main?.id));
    if (index < 0 || !line) return [];
    const value = timeline.points.get(line.id)?.[index]?.value;
    const y = value === undefined ? scales.bottom : scales.y(value);
    const spot = `${mark.date} ${Math.round(y / SIZE)}`;
    const before = taken.get(spot) ?? 0;
    taken.set(spot, before + 1);
    // Marks of the same day are stacked.
    return [{ mark, line, x: scales.x(dayNumber(mark.date)), y: Math.max(scales.top, y - before * (SIZE / 2)) }];
  });
  return placed.map(({ mark, line, x, y }) => (
    <button
      key={mark.id}
      type="button"
      className={classes.mark}
      style={{ left: x - SIZE / 2, top: y - SIZE / 2, color: line.color }}
      aria-label={mark.label}
      onClick={mark.onSelect}
    >
      <span className={classes.diamond} />
      <span className={classes.words} data-side={x < scales.width / 2 ? 'right' : 'left'}>
        {mark.label}
      </span>
    </button>
  ));
}
