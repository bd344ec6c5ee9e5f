import type { HistoryPoint } from '@visibility/sdk';
import { listPlatforms, platformLook } from '../base/platforms.ts';

export interface Series {
  name: string;
  label: string;
  color: string;
  strokeDasharray: string;
}

/** In the order of the legend. */
export function listSeries(points: HistoryPoint[]): Series[] {
  const platforms = listPlatforms(points).map((platform) => {
    const { name, color, dash } = platformLook(platform);
    return { name: platform, label: name, color, strokeDasharray: dash };
  });
  return [
    { name: 'overall', label: 'Overall', color: 'var(--mantine-color-text)', strokeDasharray: '0' },
    ...platforms,
  ];
}

export function seriesValue(point: HistoryPoint, { name }: Series): number | undefined {
  return name === 'overall' ? point.visibility_score : point.platforms[name];
}
