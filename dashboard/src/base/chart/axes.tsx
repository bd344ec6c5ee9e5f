import { formatDay } from '../format.ts';
import classes from './plot.module.css';
import type { Scales } from './scales.ts';
import { formatMonth, formatValue } from './texts.ts';
import { dayTicks, valueTicks } from './ticks.ts';
import { dateOf } from './timeline.ts';

const LABEL_WIDTH = 58;

/** Horizontal grid lines with values, and days, weeks or months along the bottom. */
export function Axes({ scales, days, domain, unit }: AxesProps) {
  const { left, right, width, bottom, x, y } = scales;
  const [first = 0, last = first] = [days[0], days.at(-1)];
  const ticks = dayTicks(first, last, { x, labelWidth: LABEL_WIDTH });
  return (
    <>
      {valueTicks(domain).map((value) => (
        <g key={value}>
          <line className={classes.grid} x1={left} x2={right} y1={y(value)} y2={y(value)} />
          <text className={classes.tick} x={left - 8} y={y(value)} dy="0.32em" textAnchor="end">
            {formatValue(value, unit === '%' ? '%' : '')}
          </text>
        </g>
      ))}
      {ticks
        .filter(({ day }) => x(day) + LABEL_WIDTH / 2 <= width + 6)
        .map(({ day, isMonth }) => (
          <g key={day}>
            <line className={classes.grid} x1={x(day)} x2={x(day)} y1={bottom} y2={bottom + 4} />
            <text className={classes.tick} x={x(day)} y={bottom + 18} textAnchor="middle">
              {isMonth ? formatMonth(dateOf(day)) : formatDay(dateOf(day))}
            </text>
          </g>
        ))}
    </>
  );
}

interface AxesProps {
  scales: Scales;
  days: number[];
  domain: [number, number];
  unit: string | undefined;
}
