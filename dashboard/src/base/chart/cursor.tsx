import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { formatLongDay } from '../format.ts';
import classes from './cursor.module.css';
import type { Scales } from './scales.ts';
import { Swatch, type SwatchProps } from './swatch.tsx';
import { nearestIndex, type Timeline } from './timeline.ts';

/** The value of one line on a day. */
export interface Reading extends SwatchProps {
  id: string;
  label: string;
  value: string;
  /** Interval and sample size, if known. */
  note?: string | undefined;
  /** The same as a sentence, for screen readers. */
  spoken: string;
  /** Vertical position of the dot on the line. */
  y: number | undefined;
}

interface CursorProps {
  label: string;
  timeline: Timeline;
  scales: Scales;
  read: (index: number) => Reading[];
}

/** Moves through the days by pointer or arrow keys and shows the values of each day. */
export function Cursor({ label, timeline, scales, read }: CursorProps) {
  const { dates, days } = timeline;
  const [chosen, setChosen] = useState<number>();
  const last = days.length - 1;
  const index = Math.min(chosen ?? last, last);
  const readings = read(index);
  const spoken = readings.map((reading) => `${reading.label} ${reading.spoken}`).join('; ');
  const date = formatLongDay(dates[index] ?? '');
  const x = scales.x(days[index] ?? 0);

  function follow(event: PointerEvent<HTMLDivElement>) {
    const place = event.clientX - event.currentTarget.getBoundingClientRect().left + scales.left;
    setChosen(nearestIndex(days, scales.dayAt(place)));
  }

  function step(event: KeyboardEvent) {
    const next = stepTo(event.key, index, last);
    if (event.key === 'Escape') setChosen(undefined);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(last, next)));
  }

  return (
    <>
      <div
        className={classes.area}
        style={{
          left: scales.left,
          top: scales.top,
          width: scales.right - scales.left,
          height: scales.bottom - scales.top,
        }}
        role="slider"
        tabIndex={0}
        aria-label={`Day of ${label}`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={index}
        aria-valuetext={`${date}: ${spoken}`}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => setChosen(undefined)}
        onFocus={() => setChosen((old) => old ?? last)}
        onBlur={() => setChosen(undefined)}
        onKeyDown={step}
      />
      {chosen !== undefined && <Crosshair scales={scales} x={x} readings={readings} />}
      {chosen !== undefined && <Readout date={date} x={x} scales={scales} readings={readings} />}
    </>
  );
}

function stepTo(key: string, index: number, last: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return index - 1;
  if (key === 'ArrowRight' || key === 'ArrowUp') return index + 1;
  if (key === 'PageUp') return index + 7;
  if (key === 'PageDown') return index - 7;
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

function Crosshair({ scales, x, readings }: { scales: Scales; x: number; readings: Reading[] }) {
  return (
    <svg className={classes.crosshair} width={scales.width} height={scales.height} aria-hidden="true">
      <line x1={x} x2={x} y1={scales.top} y2={scales.bottom} />
      {readings.map(({ id, y, color }) => y !== undefined && <circle key={id} cx={x} cy={y} r={4} fill={color} />)}
    </svg>
  );
}

function Readout({ date, x, scales, readings }: { date: string; x: number; scales: Scales; readings: Reading[] }) {
  // Placed on the side with more room.
  const side = x < scales.width / 2 ? { left: x + 12 } : { right: scales.width - x + 12 };
  return (
    <div className={`${classes.readout} numeric`} style={side} aria-hidden="true">
      <strong>{date}</strong>
      {readings.map(({ id, label, value, note, ...look }) => (
        <div key={id} className={classes.reading}>
          <Swatch {...look} />
          <bdi>{label}</bdi>
          <span className={classes.value}>
            <b>{value}</b> {note && <small>{note}</small>}
          </span>
        </div>
      ))}
    </div>
  );
}
