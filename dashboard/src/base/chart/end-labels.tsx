import type { ChartSeries } from './chart-types.ts';
import classes from './plot.module.css';
import { type Scales, spreadLabels } from './scales.ts';

const LONGEST = 18;

/** The names of the lines, to the right of their last points. */
export function EndLabels({ series, scales }: { series: ChartSeries[]; scales: Scales }) {
  const ends = series.flatMap((one) => {
    const value = one.points.findLast((point) => point.value !== undefined)?.value;
    return value === undefined ? [] : [{ ...one, y: scales.y(value) }];
  });
  const places = spreadLabels(
    ends.map(({ y }) => y),
    { gap: 15, top: scales.top, bottom: scales.bottom },
  );
  return ends.map(({ id, label, color }, index) => (
    <text key={id} className={classes.end} x={scales.right + 10} y={places[index]} dy="0.32em" fill={color}>
      {label.length > LONGEST ? `${label.slice(0, LONGEST - 1)}…` : label}
    </text>
  ));
}

/** Approximate width of the longest label. */
export function endLabelWidth(series: ChartSeries[]): number {
  return 20 + 7.4 * Math.min(LONGEST, Math.max(0, ...series.map(({ label }) => label.length)));
}
