import type { Interval } from '../../score/wilson.ts';
import { ACCENT, LINE } from './palette.ts';

/** A score from 0 to 100 as a dot on a line, with its interval. */
export function rangeBar({
  score,
  interval,
  width,
  color = ACCENT,
}: {
  score: number;
  interval: Interval;
  width: number;
  color?: string;
}): string {
  const x = (value: number) => (4 + ((width - 8) * value) / 100).toFixed(1);
  const [low, high] = interval;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="10" viewBox="0 0 ${width} 10">`,
    `<line x1="4" y1="5" x2="${width - 4}" y2="5" stroke="${LINE}" stroke-width="3" stroke-linecap="round"/>`,
    `<line x1="${x(low)}" y1="5" x2="${x(high)}" y2="5" stroke="${color}" stroke-opacity="0.4" stroke-width="5" stroke-linecap="round"/>`,
    `<circle cx="${x(score)}" cy="5" r="3.4" fill="${color}"/>`,
    '</svg>',
  ].join('');
}
