import { Skeleton } from '@mantine/core';
import type { AlertFiring, HistoryPoint } from '@visibility/sdk';
import { useMemo } from 'react';
import { own } from '../../../server/src/base/own.ts';
import type { RuleTest } from '../api/alerts.ts';
import type { ChartSeries } from '../base/chart/chart-types.ts';
import { LineChart } from '../base/chart/line-chart.tsx';
import { addDays, dayOf } from '../base/period.ts';
import { platformLook } from '../base/platforms.ts';
import { useNow } from '../base/session-context.ts';
import { useRead } from '../base/use-read.ts';

const DAYS = 90;

interface BacktestChartProps {
  keywordId: string;
  test: RuleTest;
  firings: AlertFiring[];
}

/** The score of one keyword, the threshold and the days on which the alert would have fired. */
export function BacktestChart({ keywordId, test, firings }: BacktestChartProps) {
  const since = addDays(dayOf(useNow().getTime()), 1 - DAYS);
  const { data } = useRead('GET /:mode/visibility/:keyword_id', {
    params: { keyword_id: keywordId },
    query: { since },
  });
  const history = data?.history;
  const series = useMemo(() => (history ? seriesOf(history, test) : []), [history, test]);
  if (!data) return <Skeleton height={180} radius={10} role="status" aria-label="Loading" />;
  const marks = firings
    .filter(({ keyword_id }) => keyword_id === keywordId)
    .map(({ date, value, within_noise }) => ({
      id: date,
      date,
      label: `Would have fired at ${value}${within_noise ? ' (within noise)' : ''}`,
      seriesId: 'score',
    }));
  return <LineChart label={`Score of ${data.keyword}, last 90 days`} series={series} marks={marks} />;
}

function seriesOf(history: HistoryPoint[], { platform, condition, threshold }: RuleTest): ChartSeries[] {
  const score: ChartSeries = {
    id: 'score',
    label: platform === null ? 'Overall score' : platformLook(platform).name,
    color: 'var(--accent)',
    isMain: true,
    points: history.map(({ date, visibility_score, platforms, sample_size }) => ({
      date,
      value: platform === null ? visibility_score : own(platforms, platform),
      ...(platform === null && { sampleSize: sample_size }),
    })),
  };
  if (condition !== 'below' && condition !== 'above') return [score];
  const points = history.map(({ date }) => ({ date, value: threshold }));
  return [score, { id: 'threshold', label: 'Threshold', color: 'var(--bad)', dash: '4 4', points }];
}
