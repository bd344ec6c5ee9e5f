import { Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { LEAST_ANSWERS, SENTIMENT_SETS } from '../../../server/src/base/score-text.ts';
import type { SentimentPoint } from '../api/mentions.ts';
import { chartDomain } from '../base/chart/chart-lines.ts';
import type { ChartSeries } from '../base/chart/chart-types.ts';
import { LineChart } from '../base/chart/line-chart.tsx';
import { formatCount, formatNumber } from '../base/format.ts';
import { useNow } from '../base/session-context.ts';
import { Waiting } from '../base/states.tsx';
import { usePeriod } from '../base/use-period.ts';
import { useRead } from '../base/use-read.ts';
import { useView } from '../base/view.ts';
import classes from './mention-table.module.css';
import { type MentionsView, mentionFilterOf, USUAL_DAYS } from './mentions-view.ts';
import { NoMentions } from './no-mentions.tsx';

/** Shares of positive and negative mentions over time, and how often such labels are right. */
export function SentimentTrend() {
  const { view } = useView<MentionsView>();
  const interval = usePeriod(USUAL_DAYS).days < 30 ? 'day' : 'week';
  const { platform, keyword_id, since, until } = mentionFilterOf(view, useNow());
  const filter = { platform, keyword_id, since, ...(until && { until }), interval } as const;
  const result = useRead('GET /:mode/mentions/sentiment', { query: filter });
  const { data } = result;
  if (!data) return <Waiting result={result} height={420} />;
  if (data.data.length === 0) return <NoMentions />;
  return (
    <div className={classes.trend}>
      <Trend points={data.data} interval={interval} />
      <Accuracy />
    </div>
  );
}

function Trend({ points, interval }: { points: SentimentPoint[]; interval: 'day' | 'week' }) {
  const series = useMemo(() => seriesOf(points), [points]);
  const sum = (count: (point: SentimentPoint) => number) => points.reduce((all, point) => all + count(point), 0);
  const hasLine = points.filter(({ sample_size }) => sample_size >= LEAST_ANSWERS).length > 1;
  return (
    <section className={`card ${classes.section}`} aria-labelledby="sentiment">
      <Title order={2} size="h3" id="sentiment">
        Sentiment over time
      </Title>
      <Text size="sm" c="dimmed">
        {formatCount(
          sum(({ sample_size }) => sample_size),
          'mention',
        )}
        : {formatNumber(sum(({ positive }) => positive))} positive, {formatNumber(sum(({ neutral }) => neutral))}{' '}
        unclear, {formatNumber(sum(({ negative }) => negative))} negative. Each point is one {interval} from its date,
        with the 95% interval; a {interval} with fewer than {LEAST_ANSWERS} mentions has no point.
      </Text>
      {hasLine ? (
        <LineChart label="Share of mentions" series={series} domain={chartDomain(series)} unit="%" height={260} />
      ) : (
        <Text size="sm" c="dimmed">
          A line appears once two {interval}s have {LEAST_ANSWERS} mentions.
        </Text>
      )}
    </section>
  );
}

/** The API lists the newest first. */
function seriesOf(points: SentimentPoint[]): ChartSeries[] {
  const oldestFirst = [...points].reverse();
  const lineOf = (label: 'positive' | 'negative') =>
    oldestFirst.map((point) => {
      const [low, high] = point[`${label}_interval`];
      const isKnown = point.sample_size >= LEAST_ANSWERS;
      return {
        date: point.date,
        value: isKnown ? point[`${label}_share`] : undefined,
        ...(isKnown && { low, high }),
        sampleSize: point.sample_size,
      };
    });
  return [
    { id: 'positive', label: 'Positive', color: 'var(--good)', isMain: true, points: lineOf('positive') },
    { id: 'negative', label: 'Negative', color: 'var(--bad)', dash: '6 4', isMain: true, points: lineOf('negative') },
  ];
}

function Accuracy() {
  return (
    <section className={`card ${classes.section}`} aria-labelledby="accuracy">
      <Title order={2} size="h3" id="accuracy">
        How accurate is it?
      </Title>
      <Text size="sm" c="dimmed">
        A list of English words labels a mention only if the judgement is close to your name. Everything else, and every
        other language, is unclear. Measured on public test sets:
      </Text>
      <ul className={classes.sets} aria-label="Accuracy">
        {SENTIMENT_SETS.map(({ texts, targets, labeled, right }) => (
          <li key={texts}>
            <strong>{right}%</strong> of labels right in {texts}
            <small>
              {labeled}% of {formatNumber(targets)} names got a label
            </small>
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed">
        The interval covers chance, not wrong labels. Compare weeks rather than reading a share as the truth.
      </Text>
    </section>
  );
}
