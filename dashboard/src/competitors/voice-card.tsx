import { Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { LEAST_ANSWERS } from '../../../server/src/base/score-text.ts';
import { type MarketFilter, type VoiceHistory, voiceQuery } from '../api/competitors.ts';
import type { ChartSeries } from '../base/chart/chart-types.ts';
import { StackedChart } from '../base/chart/stacked-chart.tsx';
import { useMode } from '../base/mode.ts';
import { ErrorState } from '../base/states.tsx';
import { colorBrands } from './brand-colors.ts';
import classes from './competitors.module.css';

/** Share of voice over time, with your brand at the bottom. */
export function VoiceCard({ filter }: { filter: MarketFilter }) {
  const { data, error, refetch } = useQuery(voiceQuery(useMode(), filter));
  const series = useMemo(() => (data ? seriesOf(data) : []), [data]);
  if (!data && error) return <ErrorState error={error} retry={refetch} />;
  if (!data) return <Skeleton height={360} radius={12} role="status" aria-label="Loading" />;
  return (
    <section className={`card ${classes.section}`}>
      <div>
        <Title order={2} size="h3">
          Share of voice
        </Title>
        <Text size="sm" c="dimmed">
          Share of tracked brand mentions, 7-day rolling. Each answer counts once per brand.
        </Text>
      </div>
      <StackedChart label="Share of voice" series={series} unit="%" />
    </section>
  );
}

function seriesOf({ brands, points }: VoiceHistory): ChartSeries[] {
  const colors = colorBrands(brands.map(({ brand_id }) => brand_id));
  return brands.map(({ brand_id, name, is_own }) => ({
    id: brand_id,
    label: is_own ? `${name} (you)` : name,
    color: colors.get(brand_id) ?? 'gray',
    isMain: is_own,
    points: points.map(({ date, shares, sample_size }) => ({
      date,
      value: shares && sample_size >= LEAST_ANSWERS ? (shares[brand_id] ?? 0) : undefined,
      sampleSize: sample_size,
    })),
  }));
}
