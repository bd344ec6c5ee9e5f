import type { ChartBreak } from './chart-types.ts';
import classes from './marks.module.css';
import type { Scales } from './scales.ts';
import { dayNumber } from './timeline.ts';

const SIZE = 24;

/** Vertical lines with a triangle on the axis. Breaks of the same day share one. */
export function Breaks({ breaks, scales }: { breaks: ChartBreak[]; scales: Scales }) {
  return [...groupByDay(breaks)].map(([date, all]) => {
    const lines = [...new Set(all.map(({ label }) => label))];
    const x = scales.x(dayNumber(date));
    return (
      <div key={date}>
        <span className={classes.break} style={{ left: x, top: scales.top, height: scales.bottom - scales.top }} />
        <button
          type="button"
          className={classes.mark}
          data-break
          data-note={all.some(({ isNote }) => isNote)}
          style={{ left: x - SIZE / 2, top: scales.bottom - SIZE / 2 }}
          aria-label={lines.join('. ')}
        >
          <span className={classes.triangle} />
          <span className={classes.words} data-side={x < scales.width / 2 ? 'right' : 'left'}>
            {lines.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </span>
        </button>
      </div>
    );
  });
}

function groupByDay(breaks: ChartBreak[]): Map<string, ChartBreak[]> {
  const days = new Map<string, ChartBreak[]>();
  for (const one of breaks) days.set(one.date, [...(days.get(one.date) ?? []), one]);
  return days;
}
