import { own } from '../../base/own.ts';
import { daysBetween } from '../../base/time.ts';
import type { WeekScore } from '../content.ts';
import { ACCENT, CONTENT_WIDTH, LINE, MUTED, PALE, platformColor } from './palette.ts';

const HEIGHT = 190;
const PLOT = { left: 26, right: CONTENT_WIDTH - 8, top: 8, bottom: HEIGHT - 22 };

export interface ChartOptions {
  history: WeekScore[];
  periodStart: string;
  periodEnd: string;
  platforms: string[];
}

/**
 * The chart, for at least two weeks of scores: the interval as a band, the platforms as thin lines, the report's days
 * shaded.
 */
export function historyChart({ history, periodStart, periodEnd, platforms }: ChartOptions): string {
  // Starts at the first week with answers, so that a short history does not leave an empty plot.
  const start = history[0]?.date ?? periodStart;
  const days = Math.max(1, daysBetween(start, periodEnd));
  const x = (day: string) => PLOT.left + ((PLOT.right - PLOT.left) * daysBetween(start, day)) / days;
  const top = highest(history);
  const y = (score: number) => PLOT.bottom - ((PLOT.bottom - PLOT.top) * score) / top;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CONTENT_WIDTH}" height="${HEIGHT}" viewBox="0 0 ${CONTENT_WIDTH} ${HEIGHT}">`,
    shade(x(periodStart > start ? periodStart : start), x(periodEnd)),
    ...grid(top, y),
    ...dates(history, x),
    band(history, x, y),
    ...platforms.map((platform, place) => platformLine(history, { platform, place, x, y })),
    line(
      history.map(({ date, visibility_score }) => [x(date), y(visibility_score)]),
      { color: ACCENT, width: 2 },
    ),
    ...history.map(
      ({ date, visibility_score }) =>
        `<circle cx="${at(x(date))}" cy="${at(y(visibility_score))}" r="2.6" fill="${ACCENT}"/>`,
    ),
    '</svg>',
  ].join('');
}

type Scale<Value> = (value: Value) => number;

/** The top of the axis, in round steps, so that the curve fills the plot. */
function highest(history: WeekScore[]): number {
  const most = Math.max(
    10,
    ...history.flatMap(({ interval, platforms }) => [interval[1], ...Object.values(platforms)]),
  );
  return Math.min(100, Math.ceil(most / 20) * 20);
}

function shade(from: number, to: number): string {
  const width = Math.max(4, to - from);
  return `<rect x="${at(to - width)}" y="${PLOT.top}" width="${at(width)}" height="${PLOT.bottom - PLOT.top}" fill="${PALE}"/>`;
}

function grid(top: number, y: Scale<number>): string[] {
  const lines: string[] = [];
  for (let score = 0; score <= top; score += 20) {
    lines.push(
      `<line x1="${PLOT.left}" y1="${at(y(score))}" x2="${PLOT.right}" y2="${at(y(score))}" stroke="${LINE}" stroke-width="0.6"/>`,
      label(`${score}`, { x: PLOT.left - 6, y: y(score) + 3, anchor: 'end' }),
    );
  }
  return lines;
}

/** At most seven dates, so that they do not overlap. Always includes the last one. */
function dates(history: WeekScore[], x: Scale<string>): string[] {
  const every = Math.ceil(history.length / 7);
  const named = history.filter((_, i) => (history.length - 1 - i) % every === 0);
  return named.map(({ date }, i) => {
    const anchor = i === named.length - 1 && named.length > 1 ? 'end' : i === 0 ? 'start' : 'middle';
    const shift = anchor === 'end' ? 6 : anchor === 'start' ? -6 : 0;
    return label(shortDate(date), { x: x(date) + shift, y: HEIGHT - 8, anchor });
  });
}

function shortDate(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' }).format(new Date(day));
}

function label(text: string, { x, y, anchor }: { x: number; y: number; anchor: string }): string {
  return `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}" font-family="Roboto" font-size="7.5" fill="${MUTED}">${text}</text>`;
}

function band(history: WeekScore[], x: Scale<string>, y: Scale<number>): string {
  const upper = history.map(({ date, interval }) => `${at(x(date))},${at(y(interval[1]))}`);
  const lower = history.map(({ date, interval }) => `${at(x(date))},${at(y(interval[0]))}`).reverse();
  return `<polygon points="${[...upper, ...lower].join(' ')}" fill="${ACCENT}" fill-opacity="0.18"/>`;
}

interface PlatformLine {
  platform: string;
  place: number;
  x: Scale<string>;
  y: Scale<number>;
}

function platformLine(history: WeekScore[], { platform, place, x, y }: PlatformLine): string {
  const points = history.flatMap(({ date, platforms }): [number, number][] => {
    const score = own(platforms, platform);
    return score === undefined ? [] : [[x(date), y(score)]];
  });
  return line(points, { color: platformColor(platform, place), width: 0.9 });
}

function line(points: number[][], { color, width }: { color: string; width: number }): string {
  if (points.length < 2) return '';
  const path = points.map(([px, py]) => `${at(px ?? 0)},${at(py ?? 0)}`).join(' ');
  return `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linejoin="round"/>`;
}

function at(value: number): string {
  return value.toFixed(1);
}
