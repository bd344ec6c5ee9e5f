import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';
import type { HistoryPoint } from '@visibility/sdk';
import { useState } from 'react';
import { formatDay, formatLongDay } from '../base/format.ts';
import { ChartLegend } from './chart-legend.tsx';
import { listSeries } from './chart-series.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import classes from './history-chart.module.css';

const CHART = { margin: { top: 8 }, 'aria-label': 'Score per day. The arrow keys go from day to day.' };

/** Loaded only when a history is shown: it brings the chart library with it. */
export function HistoryChart({ points }: { points: HistoryPoint[] }) {
  const [hidden, setHidden] = useState<string[]>([]);
  const all = listSeries(points);
  const series = all.filter(({ name }) => !hidden.includes(name));

  function toggle(name: string) {
    setHidden(hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name]);
  }

  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>{describeChart(points)}</figcaption>
      <LineChart
        h={360}
        data={points.map(({ date, visibility_score, platforms }) => ({
          ...platforms,
          date,
          overall: visibility_score,
        }))}
        dataKey="date"
        // The overall score is drawn last, on top.
        series={series.toReversed()}
        curveType="monotone"
        withDots={points.length === 1}
        connectNulls
        gridAxis="x"
        strokeDasharray="0"
        gridColor="var(--line)"
        textColor="var(--mantine-color-dimmed)"
        lineChartProps={CHART}
        tickLine="none"
        yAxisProps={{ domain: [0, 100], ticks: [0, 25, 50, 75, 100], width: 34 }}
        xAxisProps={{
          tickFormatter: formatDay,
          ticks: listTicks(points),
          interval: 'preserveEnd',
          minTickGap: 16,
          padding: { right: 12 },
        }}
        lineProps={({ name }) => ({ strokeWidth: name === 'overall' ? 3.25 : 1.75, isAnimationActive: false })}
        tooltipAnimationDuration={0}
        tooltipProps={{
          content: ({ label }) => <ChartTooltip point={points.find(({ date }) => date === label)} series={series} />,
        }}
      />
      <ChartLegend series={all} hidden={hidden} toggle={toggle} last={points.at(-1)} />
    </figure>
  );
}

function describeChart(points: HistoryPoint[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  return `Score per day from ${formatLongDay(first.date)} to ${formatLongDay(last.date)}. 100 means named in every answer.`;
}

/** Weeks counted back from the newest day, which always has its label. */
function listTicks(points: HistoryPoint[]): string[] {
  return points.filter((_, day) => (points.length - 1 - day) % 7 === 0).map(({ date }) => date);
}
