import type { HistoryPoint } from '@visibility/sdk';
import classes from './chart-legend.module.css';
import { type Series, seriesValue } from './chart-series.ts';

interface ChartLegendProps {
  series: Series[];
  hidden: string[];
  toggle: (name: string) => void;
  last: HistoryPoint | undefined;
}

/** Which line is which, by colour and by dashes, with its newest value. A click hides or shows the line. */
export function ChartLegend({ series, hidden, toggle, last }: ChartLegendProps) {
  return (
    <fieldset className={classes.legend} aria-label="Lines shown">
      {series.map((one) => (
        <button
          key={one.name}
          type="button"
          className={classes.item}
          aria-pressed={!hidden.includes(one.name)}
          onClick={() => toggle(one.name)}
        >
          <LineSample series={one} />
          {one.label}
          <strong className="numeric">{last && (seriesValue(last, one) ?? '–')}</strong>
        </button>
      ))}
    </fieldset>
  );
}

export function LineSample({ series: { name, color, strokeDasharray } }: { series: Series }) {
  return (
    <svg width={26} height={8} aria-hidden="true" style={{ flexShrink: 0 }}>
      <line
        x1={1}
        x2={25}
        y1={4}
        y2={4}
        stroke={color}
        strokeWidth={name === 'overall' ? 3.25 : 2}
        strokeDasharray={strokeDasharray}
      />
    </svg>
  );
}
