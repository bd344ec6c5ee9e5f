import type { VisibilityRecord } from '@visibility/sdk';
import { listPlatforms } from '../base/platforms.ts';
import { trendDirection } from '../base/trend.tsx';

export interface Summary {
  count: number;
  score: number;
  platforms: { platform: string; score: number }[];
  up: number;
  down: number;
  level: number;
  /** The keyword that moved most, if any moved. */
  mover: VisibilityRecord | undefined;
  updatedAt: string;
}

/** The given records in a few numbers. There must be at least one. */
export function summarize(records: VisibilityRecord[]): Summary {
  const directions = records.map(({ trend }) => trendDirection(trend));
  const count = (direction: string) => directions.filter((one) => one === direction).length;
  return {
    count: records.length,
    score: average(records.map((record) => record.visibility_score)),
    platforms: listPlatforms(records).map((platform) => ({
      platform,
      score: average(records.flatMap((record) => record.platforms[platform] ?? [])),
    })),
    up: count('up'),
    down: count('down'),
    level: count('level'),
    mover: findMover(records),
    updatedAt:
      records
        .map(({ updated_at }) => updated_at)
        .sort()
        .at(-1) ?? '',
  };
}

function average(scores: number[]): number {
  return Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}

function findMover(records: VisibilityRecord[]): VisibilityRecord | undefined {
  const size = ({ trend }: VisibilityRecord) => Math.abs(Number.parseInt(trend, 10) || 0);
  const [first] = [...records].sort((a, b) => size(b) - size(a));
  return first && size(first) > 0 ? first : undefined;
}
