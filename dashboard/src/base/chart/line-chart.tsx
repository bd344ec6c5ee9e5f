import { memo, useCallback, useMemo, useState } from 'react';
import { formatDay } from '../format.ts';
import { useNotes } from '../lookups.ts';
import { Axes } from './axes.tsx';
import { Breaks } from './breaks.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { ChartTable } from './chart-table.tsx';
import type { ChartBreak, ChartProps, ChartSeries } from './chart-types.ts';
import { Cursor, type Reading } from './cursor.tsx';
import { EndLabels, endLabelWidth } from './end-labels.tsx';
import { Legend } from './legend.tsx';
import { Marks } from './marks.tsx';
import { areaPath, linePath } from './paths.ts';
import classes from './plot.module.css';
import type { Scales } from './scales.ts';
import { describePoint, describeSeries, formatInterval, formatValue } from './texts.ts';
import { createTimeline, splitRuns, type Timeline } from './timeline.ts';
import { usePlot } from './use-plot.ts';

/** Values over time: the main line with its interval, the others thinner and dashed, gaps where data is missing. */
export function LineChart(props: ChartProps) {
  const { label, series, unit } = props;
  const timeline = useMemo(() => createTimeline(series), [series]);
  const notes = useNoteBreaks(timeline);
  const breaks = useMemo(() => [...(props.breaks ?? []), ...notes], [props.breaks, notes]);
  return (
    <ChartFrame
      label={label}
      description={describeSeries(series, unit)}
      chart={<Lines {...props} breaks={breaks} timeline={timeline} />}
      table={() => <ChartTable label={label} series={series} timeline={timeline} breaks={breaks} unit={unit} />}
    />
  );
}

function Lines({
  label,
  series,
  marks = [],
  breaks = [],
  domain = [0, 100],
  unit,
  height,
  timeline,
}: ChartProps & { timeline: Timeline }) {
  const { hidden, toggle } = useHidden(series);
  const shown = useMemo(() => series.filter(({ id }) => !hidden.has(id)), [series, hidden]);
  const { ref, scales, hasLabels } = usePlot(timeline, {
    domain,
    labelWidth: endLabelWidth(series.filter(({ isEarlier }) => !isEarlier)),
    height,
  });
  const read = useCallback(
    (index: number) => readLines({ series: shown, timeline, scales, unit }, index),
    [shown, timeline, scales, unit],
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
              aria-label={`${label}. ${describeSeries(shown, unit)}`}
            >
              <Axes scales={scales} days={timeline.days} domain={domain} unit={unit} />
              <Drawing series={shown} timeline={timeline} scales={scales} />
              {hasLabels && <EndLabels series={shown.filter(({ isEarlier }) => !isEarlier)} scales={scales} />}
            </svg>
            <Cursor label={label} timeline={timeline} scales={scales} read={read} />
            <Breaks breaks={breaks} scales={scales} />
            <Marks marks={marks} series={shown} timeline={timeline} scales={scales} />
          </>
        )}
      </div>
      <Legend series={series} hidden={hidden} onToggle={toggle} unit={unit} />
    </>
  );
}

interface Shown {
  series: ChartSeries[];
  timeline: Timeline;
  scales: Scales | undefined;
  unit: string | undefined;
}

function readLines({ series, timeline, scales, unit }: Shown, index: number): Reading[] {
  return series.map(({ id, label, color, dash, isMain, isEarlier }) => {
    const point = timeline.points.get(id)?.[index] ?? { date: '', value: undefined };
    const size = point.sampleSize === undefined ? undefined : `n = ${formatValue(point.sampleSize)}`;
    return {
      id,
      label,
      color,
      dash,
      isThick: isMain,
      isPale: isEarlier,
      value: point.value === undefined ? '–' : formatValue(point.value, unit),
      note: point.value === undefined ? undefined : [formatInterval(point), size].filter(Boolean).join(', '),
      spoken: describePoint(point, unit),
      y: point.value === undefined ? undefined : scales?.y(point.value),
    };
  });
}

/** One path per line and one per band, so that 400 days need no more elements than 4. */
const Drawing = memo(function Drawing({ series, timeline, scales }: Omit<Shown, 'unit'> & { scales: Scales }) {
  const inOrder = [...series].sort((a, b) => Number(a.isMain ?? false) - Number(b.isMain ?? false));
  return (
    <>
      {inOrder.map(
        (one) =>
          one.isMain && (
            <path key={one.id} className={classes.band} d={bandOf(one, timeline, scales)} fill={one.color} />
          ),
      )}
      {inOrder.map((one) => (
        <path
          key={one.id}
          className={classes.line}
          data-main={one.isMain ?? false}
          data-earlier={one.isEarlier ?? false}
          d={lineOf(one, timeline, scales)}
          stroke={one.color}
          strokeDasharray={one.dash}
        />
      ))}
    </>
  );
});

function lineOf({ id }: ChartSeries, timeline: Timeline, { x, y }: Scales): string {
  const points = timeline.points.get(id) ?? [];
  const runs = splitRuns(timeline, (index) => points[index]?.value !== undefined);
  return linePath(runs.map((run) => run.map((index) => [x(timeline.days[index] ?? 0), y(points[index]?.value ?? 0)])));
}

function bandOf({ id }: ChartSeries, timeline: Timeline, { x, y }: Scales): string {
  const points = timeline.points.get(id) ?? [];
  const runs = splitRuns(timeline, (index) => points[index]?.low !== undefined && points[index]?.high !== undefined);
  const edge = (run: number[], end: 'low' | 'high') =>
    run.map((index): [number, number] => [x(timeline.days[index] ?? 0), y(points[index]?.[end] ?? 0)]);
  return areaPath(runs.map((run) => ({ upper: edge(run, 'high'), lower: edge(run, 'low') })));
}

/** The lines that are not drawn: those hidden at first, unless the user selects them, and those the user hides. */
function useHidden(series: ChartSeries[]) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setToggled((old) => new Set(old.has(id) ? [...old].filter((other) => other !== id) : [...old, id]));
  const hidden: ReadonlySet<string> = useMemo(
    () => new Set(series.filter(({ id, isHidden = false }) => isHidden !== toggled.has(id)).map(({ id }) => id)),
    [series, toggled],
  );
  return { hidden, toggle };
}

/** The notes of the workspace on the days of a chart. */
function useNoteBreaks({ dates }: Timeline): ChartBreak[] {
  const notes = useNotes();
  return useMemo(() => {
    const [first = '', last = ''] = [dates[0], dates.at(-1)];
    const shown = (notes ?? []).filter(({ date }) => date >= first && date <= last);
    return shown.map(({ date, text }) => ({ date, label: `${formatDay(date)}: ${text}`, isNote: true }));
  }, [notes, dates]);
}
