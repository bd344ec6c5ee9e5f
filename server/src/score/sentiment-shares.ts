import { addDays, daysBetween } from '../base/time.ts';
import { toHundred } from './largest-remainder.ts';
import { toPoints } from './rounding.ts';
import { type Interval, wilson } from './wilson.ts';

interface DayCounts {
  day: string;
  mentions: number;
  positive: number;
  negative: number;
}

/** The sentiment of the mentions in one period. Shares are in percent and add up to 100. */
export interface SentimentPoint {
  /** The first day of the period. */
  date: string;
  sampleSize: number;
  positive: number;
  neutral: number;
  negative: number;
  positiveShare: number;
  neutralShare: number;
  negativeShare: number;
  positiveInterval: Interval;
  negativeInterval: Interval;
}

/** Metric `sentiment_share`: periods of so many days, counted back from the last day, newest first. */
export function sentimentShares(
  days: readonly DayCounts[],
  { until, stepDays }: { until: string; stepDays: number },
): SentimentPoint[] {
  const periods = new Map<number, Omit<DayCounts, 'day'>>();
  for (const { day, mentions, positive, negative } of days) {
    const ago = Math.floor(daysBetween(day, until) / stepDays);
    const sum = periods.get(ago) ?? { mentions: 0, positive: 0, negative: 0 };
    periods.set(ago, {
      mentions: sum.mentions + mentions,
      positive: sum.positive + positive,
      negative: sum.negative + negative,
    });
  }
  return [...periods]
    .sort(([a], [b]) => a - b)
    .map(([ago, counts]) => pointOf(addDays(until, 1 - (ago + 1) * stepDays), counts));
}

function pointOf(date: string, { mentions, positive, negative }: Omit<DayCounts, 'day'>): SentimentPoint {
  const neutral = mentions - positive - negative;
  const [positiveShare = 0, neutralShare = 0, negativeShare = 0] = toHundred([positive, neutral, negative]);
  const intervalOf = (k: number, point: number): Interval => {
    const [low, high] = wilson(k / mentions, mentions).map(toPoints) as [number, number];
    return [Math.min(low, point), Math.max(high, point)];
  };
  return {
    date,
    sampleSize: mentions,
    positive,
    neutral,
    negative,
    positiveShare,
    neutralShare,
    negativeShare,
    positiveInterval: intervalOf(positive, positiveShare),
    negativeInterval: intervalOf(negative, negativeShare),
  };
}
