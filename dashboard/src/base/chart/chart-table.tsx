import { formatCount, formatLongDay } from '../format.ts';
import classes from './chart-table.module.css';
import type { ChartBreak, ChartPoint, ChartSeries } from './chart-types.ts';
import { formatInterval, formatValue } from './texts.ts';
import type { Timeline } from './timeline.ts';

interface ChartTableProps {
  label: string;
  series: ChartSeries[];
  timeline: Timeline;
  breaks?: ChartBreak[];
  unit?: string | undefined;
}

/** The data of a chart, newest day first. */
export function ChartTable({ label, series, timeline: { dates, points }, breaks = [], unit }: ChartTableProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className={classes.frame} tabIndex={0} aria-label={label}>
        <table className={`${classes.table} numeric`} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {series.map((one) => (
                <th key={one.id} scope="col">
                  <bdi>{one.label}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {dates
              .map((date, index) => (
                <tr key={date}>
                  <th scope="row">{formatLongDay(date)}</th>
                  {series.map(({ id }) => (
                    <Cell key={id} point={points.get(id)?.[index]} unit={unit} />
                  ))}
                </tr>
              ))
              .reverse()}
          </tbody>
        </table>
      </section>
      {breaks.length > 0 && (
        <ul className={classes.breaks} aria-label="Marked days">
          {[...new Set(breaks.map((one) => one.label))].map((text) => (
            <li key={text}>
              <bdi>{text}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Cell({ point, unit }: { point: ChartPoint | undefined; unit: string | undefined }) {
  if (point?.value === undefined) return <td>–</td>;
  const { value, sampleSize } = point;
  const interval = formatInterval(point);
  return (
    <td>
      {formatValue(value, unit)}
      {interval && <small> ({interval})</small>}
      {sampleSize !== undefined && <small className={classes.size}>{formatCount(sampleSize, 'answer')}</small>}
    </td>
  );
}
