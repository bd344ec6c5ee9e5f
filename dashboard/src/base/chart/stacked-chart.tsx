import { memo, useCallback, useMemo } from 'react';
import { Axes } from './axes.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { ChartTable } from './chart-table.tsx';
import type { ChartProps } from './chart-types.ts';
import { Cursor, type Reading } from './cursor.tsx';
import { Legend } from './legend.tsx';
import { areaPath } from './paths.ts';
import classes from './plot.module.css';
import type { Scales } from './scales.ts';
import { type Layer, stackShares } from './shares.ts';
import { describeSeries, formatValue } from './texts.ts';
import { createTimeline, splitRuns, type Timeline } from './timeline.ts';
import { useHidden } from './use-hidden.ts';
import { usePlot } from './use-plot.ts';

const PERCENT: [number, number] = [0, 100];

/** The share of each series per day. */
export function StackedChart({ label, series, unit, height }: Omit<ChartProps, 'marks' | 'domain'>) {
  const timeline = useMemo(() => createTimeline(series), [series]);
  return (
    <ChartFrame
      label={label}
      description={describeSeries(series, unit)}
      chart={<Areas label={label} series={series} unit={unit} height={height} timeline={timeline} />}
      table={() => <ChartTable label={label} series={series} timeline={timeline} unit={unit} />}
    />
  );
}

function Areas({ label, series, unit, height, timeline }: ChartProps & { timeline: Timeline }) {
  const { hidden, toggle } = useHidden(series);
  const layers = useMemo(() => stackShares(series, timeline, (id) => !hidden.has(id)), [series, timeline, hidden]);
  const { ref, scales } = usePlot(timeline, { domain: PERCENT, labelWidth: 14, height });
  const read = useCallback(
    (index: number) => readLayers({ layers, timeline, scales, unit }, index),
    [layers, timeline, scales, unit],
  );
  if (timeline.dates.length === 0) return <p className={classes.empty}>No data in this range.</p>;
  return (
    <>
      <div className={classes.plot} ref={ref}>
        {scales && (
          <>
            <svg
              width={scales.width}
              height={scales.height}
              role="img"
              aria-label={`${label}. ${describeSeries(series, unit)}`}
            >
              <Drawing layers={layers} timeline={timeline} scales={scales} />
              <Axes scales={scales} days={timeline.days} domain={PERCENT} unit="%" />
            </svg>
            <Cursor label={label} timeline={timeline} scales={scales} read={read} />
          </>
        )}
      </div>
      <Legend series={series} hidden={hidden} onToggle={toggle} unit={unit} isArea />
    </>
  );
}

interface Shown {
  layers: Layer[];
  timeline: Timeline;
  scales: Scales | undefined;
  unit: string | undefined;
}

/** From top to bottom, as drawn. */
function readLayers({ layers, timeline, scales, unit }: Shown, index: number): Reading[] {
  return [...layers].reverse().map(({ series: { id, label, color }, parts }) => {
    const value = timeline.points.get(id)?.[index]?.value;
    const part = parts[index];
    const share = part && unit !== '%' ? `${Math.round(part[1] - part[0])}%` : undefined;
    const text = value === undefined ? '–' : formatValue(value, unit);
    return {
      id,
      label,
      color,
      isArea: true,
      value: text,
      note: share,
      spoken: value === undefined ? 'no data' : [text, share].filter(Boolean).join(', '),
      y: part && scales?.y(part[1]),
    };
  });
}

const Drawing = memo(function Drawing({ layers, timeline, scales }: Omit<Shown, 'unit'> & { scales: Scales }) {
  return layers.map((layer) => (
    <path
      key={layer.series.id}
      className={classes.area}
      d={areaOf(layer, timeline, scales)}
      fill={layer.series.color}
    />
  ));
});

function areaOf({ parts }: Layer, timeline: Timeline, { x, y }: Scales): string {
  const edge = (run: number[], end: 0 | 1) =>
    run.map((index): [number, number] => [x(timeline.days[index] ?? 0), y(parts[index]?.[end] ?? 0)]);
  const runs = splitRuns(timeline, (index) => parts[index] !== undefined);
  return areaPath(runs.map((run) => ({ upper: edge(run, 1), lower: edge(run, 0) })));
}
