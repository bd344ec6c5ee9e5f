import type { HistoryPoint } from '@visibility/sdk';
import { formatCount, formatLongDay } from '../base/format.ts';
import { LineSample } from './chart-legend.tsx';
import { type Series, seriesValue } from './chart-series.ts';
import classes from './chart-tooltip.module.css';

/** One day's numbers, highest first: in the order in which the lines lie above each other. */
export function ChartTooltip({ point, series }: { point: HistoryPoint | undefined; series: Series[] }) {
  if (!point) return null;
  const values = series.flatMap((one) => {
    const value = seriesValue(point, one);
    return value === undefined ? [] : [{ one, value }];
  });
  return (
    <div className={`${classes.tooltip} numeric`}>
      <p className={classes.day}>{formatLongDay(point.date)}</p>
      {values
        .sort((a, b) => b.value - a.value)
        .map(({ one, value }) => (
          <p key={one.name} className={classes.row} data-overall={one.name === 'overall'}>
            <LineSample series={one} />
            {one.label}
            <strong>{value}</strong>
          </p>
        ))}
      <p className={classes.note}>from {formatCount(point.sample_size, 'answer')}</p>
    </div>
  );
}
