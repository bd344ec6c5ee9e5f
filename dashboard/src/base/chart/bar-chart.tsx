import classes from './bar-chart.module.css';
import { ChartFrame } from './chart-frame.tsx';
import tableClasses from './chart-table.module.css';
import { formatInterval, formatValue } from './texts.ts';

export interface Bar {
  id: string;
  label: string;
  /** Undefined: not known yet. The note says why. */
  value: number | undefined;
  /** Ends of the interval, drawn as a whisker. */
  low?: number;
  high?: number;
  color?: string;
  /** Shown after the value: `40 answers`. */
  note?: string;
}

interface BarChartProps {
  label: string;
  bars: Bar[];
  /** The end of the scale. Defaults to the longest bar or whisker. */
  max?: number;
  unit?: string;
}

/** Horizontal bars, each with its interval. */
export function BarChart({ label, bars, max, unit }: BarChartProps) {
  const end = max ?? Math.max(1e-9, ...bars.map(({ value, high }) => Math.max(value ?? 0, high ?? 0)));
  const [first] = [...bars].sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const description =
    first?.value !== undefined
      ? `${bars.length} bars. Highest value: ${first.label} (${formatValue(first.value, unit)}).`
      : 'No data in this range.';
  return (
    <ChartFrame
      label={label}
      description={description}
      chart={
        <div className={classes.frame}>
          <ul className={classes.bars}>
            {bars.map((bar) => (
              <BarRow key={bar.id} bar={bar} end={end} unit={unit} />
            ))}
          </ul>
        </div>
      }
      table={() => <BarTable label={label} bars={bars} unit={unit} />}
    />
  );
}

function BarRow({ bar, end, unit }: { bar: Bar; end: number; unit: string | undefined }) {
  const { label, value, low, high, color = 'var(--accent)', note } = bar;
  const interval = formatInterval(bar);
  const percent = (part: number) => `${Math.max(0, Math.min(100, (100 * part) / end))}%`;
  const words = [interval && `95%: ${interval}`, note].filter(Boolean).join(' · ');
  return (
    <li className={classes.row} title={words || undefined}>
      <bdi className={classes.label}>{label}</bdi>
      <svg className={classes.track} aria-hidden="true">
        <rect className={classes.rail} width="100%" y={3} height={12} rx={3} />
        <rect className={classes.bar} width={percent(value ?? 0)} y={3} height={12} rx={3} fill={color} />
        {low !== undefined && high !== undefined && (
          <g className={classes.whisker}>
            <line x1={percent(low)} x2={percent(high)} y1={9} y2={9} />
            <line x1={percent(low)} x2={percent(low)} y1={4} y2={14} />
            <line x1={percent(high)} x2={percent(high)} y1={4} y2={14} />
          </g>
        )}
      </svg>
      <span className={`${classes.value} numeric`}>
        {value !== undefined && <b>{formatValue(value, unit)}</b>}
        {words && <small>{words}</small>}
      </span>
    </li>
  );
}

function BarTable({ label, bars, unit }: { label: string; bars: Bar[]; unit: string | undefined }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={tableClasses.frame} tabIndex={0} aria-label={label}>
      <table className={`${tableClasses.table} numeric`} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Value</th>
            <th scope="col">95% interval</th>
            <th scope="col">Note</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.id}>
              <th scope="row">
                <bdi>{bar.label}</bdi>
              </th>
              <td>{bar.value === undefined ? '–' : formatValue(bar.value, unit)}</td>
              <td>{formatInterval(bar) ?? '–'}</td>
              <td>{bar.note ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
