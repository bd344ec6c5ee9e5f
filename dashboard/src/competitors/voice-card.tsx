import { Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { own } from '../../../server/src/base/own.ts';
import { LEAST_ANSWERS } from '../../../server/src/base/score-text.ts';
import type { MarketFilter, TrackedBrand, VoiceHistory } from '../api/competitors.ts';
import { chartDomain } from '../base/chart/chart-lines.ts';
import type { ChartSeries } from '../base/chart/chart-types.ts';
import { LineChart } from '../base/chart/line-chart.tsx';
import { Waiting } from '../base/states.tsx';
import { useRead } from '../base/use-read.ts';
import { colorBrands } from './brand-colors.ts';
import classes from './competitors.module.css';

/** Share of voice over time. Next to the names: the share in the whole range, as in the table. */
export function VoiceCard({ filter, brands }: { filter: MarketFilter; brands: TrackedBrand[] }) {
  const result = useRead('GET /:mode/share-of-voice', { query: filter });
  const { data } = result;
  const series = useMemo(() => (data ? seriesOf(data, brands) : []), [data, brands]);
  if (!data) return <Waiting result={result} height={360} />;
  return (
    <section className={`card ${classes.section}`}>
      <div>
        <Title order={2} size="h3">
          Share of voice
        </Title>
        <Text size="sm" c="dimmed">
          Share of tracked brand mentions. Each point covers the 7 days up to it, the numbers next to the names the last{' '}
          {filter.days} days, as in the table below.
        </Text>
      </div>
      <LineChart label="Share of voice" series={series} domain={chartDomain(series)} unit="%" />
    </section>
  );
}

function seriesOf({ brands, points }: VoiceHistory, totals: TrackedBrand[]): ChartSeries[] {
  const colors = colorBrands(brands.map(({ brand_id }) => brand_id));
  return brands.map(({ brand_id, name, is_own }) => ({
    id: brand_id,
    label: is_own ? `${name} (you)` : name,
    color: colors.get(brand_id) ?? 'gray',
    isMain: is_own,
    total: totals.find(({ competitor_id }) => competitor_id === brand_id)?.share_of_voice ?? undefined,
    points: points.map(({ date, shares, sample_size }) => ({
      date,
      value: shares && sample_size >= LEAST_ANSWERS ? (own(shares, brand_id) ?? 0) : undefined,
      sampleSize: sample_size,
    })),
  }));
}
