import type { OverviewPoint } from '../api/overview.ts';
import type { ChartSeries } from '../base/chart/chart-types.ts';
import { platformLook } from '../base/platforms.ts';

/** The overall line with its interval, and one for each platform where there is more than one. */
export function chartLines(points: OverviewPoint[]): ChartSeries[] {
  const platforms = [...new Set(points.flatMap((point) => Object.keys(point.platforms)))].sort();
  const [only] = platforms;
  const label = platforms.length === 1 && only ? platformLook(only).name : 'Overall';
  const overall: ChartSeries = {
    ...{ id: 'overall', label, color: 'var(--mantine-color-text)', isMain: true },
    points: points.map(({ date, visibility_score, interval: [low, high], sample_size }) => ({
      ...{ date, low, high },
      value: visibility_score,
      sampleSize: sample_size,
    })),
  };
  if (platforms.length < 2) return [overall];
  return [overall, ...platforms.map((platform) => platformLine(platform, points))];
}

function platformLine(platform: string, points: OverviewPoint[]): ChartSeries {
  const { name, color, dash } = platformLook(platform);
  return {
    ...{ id: platform, label: name, color, dash },
    points: points.map(({ date, platforms, sample_sizes }) => ({
      date,
      value: platforms[platform],
      sampleSize: sample_sizes[platform],
    })),
  };
}
