import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { LEAST_ANSWERS } from '../../../server/src/base/score-text.ts';
import type { CitationFilter, SourceDetail } from '../api/citations.ts';
import { LineChart } from '../base/chart/line-chart.tsx';
import { usePeriod } from '../base/use-period.ts';
import { useRead } from '../base/use-read.ts';
import classes from './citations-page.module.css';
import { USUAL_DAYS } from './citations-view.ts';
import { ShareOfAnswers } from './share-of-answers.tsx';
import { TypeSelect } from './type-select.tsx';

interface DomainTrendProps {
  domain: string;
  filter: CitationFilter;
}

/** How often answers cite a domain over time. */
export function DomainTrend({ domain, filter: { since, until, platform, keyword_id } }: DomainTrendProps) {
  const interval = usePeriod(USUAL_DAYS).days < 30 ? 'day' : 'week';
  const { data } = useRead('GET /:mode/sources/:domain', {
    params: { domain },
    query: { since, until, platform, keyword_id, interval },
  });
  if (!data || data.answers === 0) return null;
  return (
    <section className={`card ${classes.citing}`} aria-labelledby="trend">
      <h2 id="trend">Share of answers over time</h2>
      <div className={classes.facts}>
        <TypeSelect source={data} />
        <ShareOfAnswers counted={data} />
      </div>
      <Trend source={data} interval={interval} />
    </section>
  );
}

/** Periods with few answers have no point. */
function Trend({ source: { history }, interval }: { source: SourceDetail; interval: 'day' | 'week' }) {
  const points = useMemo(
    () =>
      history.map(({ date, share, interval: [low, high], sample_size: sampleSize }) => ({
        date,
        value: sampleSize < LEAST_ANSWERS ? undefined : share,
        low,
        high,
        sampleSize,
      })),
    [history],
  );
  const highest = Math.max(0, ...points.map(({ high }) => high));
  if (points.filter(({ value }) => value !== undefined).length < 2) {
    return (
      <Text size="sm" c="dimmed">
        A line appears once two {interval}s have {LEAST_ANSWERS} answers.
      </Text>
    );
  }
  const series = [{ id: 'share', label: 'Share', color: 'var(--accent)', isMain: true, points }];
  const top = Math.min(100, Math.ceil((highest + 5) / 10) * 10);
  const label = `Percent of answers that cite it, one point per ${interval}, with 95% interval`;
  return <LineChart label={label} series={series} domain={[0, top]} unit="%" height={200} />;
}
