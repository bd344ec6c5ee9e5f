import { useMemo } from 'react';
import { LEAST_ANSWERS } from '../../../server/src/base/score-text.ts';
import type { OverviewFilter, OverviewScore } from '../api/overview.ts';
import { chartDomain, chartLines } from '../base/chart/chart-lines.ts';
import { earlierLine } from '../base/chart/earlier.ts';
import { LineChart } from '../base/chart/line-chart.tsx';
import { formatPeriod, type ShownPeriod } from '../base/use-period.ts';
import { useRead } from '../base/use-read.ts';
import { historyBreaks } from '../keyword/history-series.ts';
import classes from './overview.module.css';
import { Part } from './part.tsx';

export function HistoryPart({ filter, earlier }: { filter: OverviewFilter; earlier: ShownPeriod | undefined }) {
  const before = useRead('GET /:mode/overview', {
    query: { ...filter, until: undefined, ...earlier?.length },
    enabled: !!earlier,
  });
  return (
    <Part title="Over time" result={useRead('GET /:mode/overview', { query: filter })} height={430}>
      {(score) => <History score={score} before={earlier && before.data} earlier={earlier} />}
    </Part>
  );
}

interface HistoryProps {
  score: OverviewScore;
  before: OverviewScore | undefined;
  earlier: ShownPeriod | undefined;
}

function History({ score: { points, markers, step_days, since, until }, before, earlier }: HistoryProps) {
  const lines = useMemo(() => {
    const now = chartLines(points);
    if (!before || !earlier) return now;
    const about = { line: now[0], now: { since, until }, before: earlier, name: formatPeriod(earlier) };
    return [...now, ...earlierLine(chartLines(before.points)[0], { ...about, stepDays: step_days })];
  }, [points, before, earlier, since, until, step_days]);
  const breaks = useMemo(() => historyBreaks(markers, points), [markers, points]);
  const domain = useMemo(() => chartDomain(lines), [lines]);
  if (points.length === 0) {
    return <p className={classes.note}>No answers in this range. Choose a longer range or remove filters.</p>;
  }
  if (lines.every((line) => line.points.every(({ value }) => value === undefined))) {
    return <p className={classes.note}>Points appear once seven days have {LEAST_ANSWERS} answers.</p>;
  }
  const step = step_days === 1 ? '' : ', one point per week';
  const cut = domain[0] > 0 ? ` · axis starts at ${domain[0]}` : '';
  const label = `7-day rolling score with 95% interval${step}${cut}`;
  return <LineChart label={label} series={lines} breaks={breaks} domain={domain} height={370} />;
}
