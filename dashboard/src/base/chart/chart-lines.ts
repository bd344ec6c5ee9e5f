import { own } from '../../../../server/src/base/own.ts';
import { LEAST_ANSWERS } from '../../../../server/src/base/score-text.ts';
import type { OverviewPoint } from '../../api/overview.ts';
import { platformLook } from '../platforms.ts';
import type { ChartSeries } from './chart-types.ts';

/**
 * The overall line with its interval, plus one line per platform if there are several, drawn when selected in the legend. Points with too few answers are
 * left out.
 */
export function chartLines(points: OverviewPoint[]): ChartSeries[] {
  const platforms = [...new Set(points.flatMap((point) => Object.keys(point.platforms)))].sort();
  const [only] = platforms;
  const label = platforms.length === 1 && only ? platformLook(only).name : 'Overall';
  const overall: ChartSeries = {
    id: 'overall',
    label,
    color: 'var(--mantine-color-text)',
    isMain: true,
    points: points.map(({ date, visibility_score, interval: [low, high], sample_size }) => ({
      date,
      ...(sample_size >= LEAST_ANSWERS && { low, high }),
      value: sample_size >= LEAST_ANSWERS ? visibility_score : undefined,
      sampleSize: sample_size,
    })),
  };
  if (platforms.length < 2) return [overall];
  return [overall, ...platforms.map((platform) => platformLine(platform, points))];
}

/** Multiples of 10 around the lines and the interval, at least 30 points apart. */
export function chartDomain(lines: ChartSeries[]): [number, number] {
  const shown = lines.flatMap(({ points }) => points.flatMap(({ value, low, high }) => [value, low, high]));
  const values = shown.filter((value) => value !== undefined);
  if (values.length === 0) return [0, 100];
  const lowest = values.reduce((least, value) => Math.min(least, value));
  const highest = values.reduce((most, value) => Math.max(most, value));
  const bottom = Math.max(0, Math.floor((lowest - ROOM) / 10) * 10);
  const top = Math.min(100, Math.max(bottom + LEAST_SPAN, Math.ceil((highest + ROOM) / 10) * 10));
  // An axis that would start at 10 or less starts at 0.
  return [bottom <= 10 ? 0 : Math.min(bottom, top - LEAST_SPAN), top];
}

const ROOM = 3;
const LEAST_SPAN = 30;

function platformLine(platform: string, points: OverviewPoint[]): ChartSeries {
  const { name, color, dash } = platformLook(platform);
  return {
    id: platform,
    label: name,
    color,
    dash,
    isHidden: true,
    points: points.map(({ date, platforms, sample_sizes }) => ({
      date,
      value: (own(sample_sizes, platform) ?? 0) >= LEAST_ANSWERS ? own(platforms, platform) : undefined,
      sampleSize: own(sample_sizes, platform),
    })),
  };
}
