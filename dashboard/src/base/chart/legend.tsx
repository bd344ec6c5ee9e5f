import type { ChartSeries } from './chart-types.ts';
import classes from './legend.module.css';
import { Swatch } from './swatch.tsx';
import { formatValue } from './texts.ts';

interface LegendProps {
  series: ChartSeries[];
  hidden: ReadonlySet<string>;
  onToggle: (id: string) => void;
  unit?: string | undefined;
}

/** Every line with its last value or its total. Click a line to hide or show it. */
export function Legend({ series, hidden, onToggle, unit }: LegendProps) {
  return (
    <ul className={classes.legend} aria-label="Lines">
      {series.map(({ id, label, color, dash, isMain, isEarlier, total, points }) => {
        const last = total ?? points.findLast(({ value }) => value !== undefined)?.value;
        return (
          <li key={id}>
            <button type="button" className={classes.entry} aria-pressed={!hidden.has(id)} onClick={() => onToggle(id)}>
              <Swatch color={color} dash={dash} isThick={isMain} isPale={isEarlier} />
              <bdi className={classes.name}>{label}</bdi>
              {last !== undefined && <span className="numeric">{formatValue(last, unit)}</span>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
