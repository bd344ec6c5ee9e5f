import { expect, test } from 'vitest';
import type { ChartSeries } from './chart-types.ts';
import { areaPath, linePath } from './paths.ts';
import { createScales, spreadLabels } from './scales.ts';
import { dayTicks, valueTicks } from './ticks.ts';
import { createTimeline, dateOf, dayNumber, nearestIndex, splitRuns } from './timeline.ts';

const first = dayNumber('2026-01-01');

function series(id: string, values: Record<string, number | undefined>): ChartSeries {
  return { id, label: id, color: 'red', points: Object.entries(values).map(([date, value]) => ({ date, value })) };
}

test.each<[[number, number], number[]]>([
  [
    [0, 100],
    [0, 25, 50, 75, 100],
  ],
  [
    [0, 1],
    [0, 0.25, 0.5, 0.75, 1],
  ],
  [
    [20, 60],
    [20, 30, 40, 50, 60],
  ],
  [
    [-50, 50],
    [-50, -25, 0, 25, 50],
  ],
  [
    [0, 7],
    [0, 2, 4, 6],
  ],
  [[5, 5], [5]],
])('an axis over %j has its ticks at round values', (domain, ticks) => {
  expect(valueTicks(domain)).toEqual(ticks);
});

test.each([
  ['a week on a wide screen has a tick per day', 7, 900, ['2026-01-01', '2026-01-02', '2026-01-03']],
  ['a month has a tick per Monday', 30, 600, ['2026-01-05', '2026-01-12', '2026-01-19']],
  ['a quarter on a phone has a tick per month', 91, 300, ['2026-01-01', '2026-02-01', '2026-03-01']],
  ['a year on a phone has a tick per quarter', 365, 300, ['2026-01-01', '2026-04-01', '2026-07-01']],
])('%s', (_, days, width, dates) => {
  const scales = createScales({
    width,
    height: 200,
    rightMargin: 12,
    days: [first, first + days - 1],
    domain: [0, 100],
  });
  const ticks = dayTicks(first, first + days - 1, { x: scales.x, labelWidth: 58 });
  expect(ticks.slice(0, 3).map(({ day }) => dateOf(day))).toEqual(dates);
});

test('day labels never overlap, for any range and width', () => {
  for (let days = 1; days <= 400; days += 7) {
    for (let width = 200; width <= 2000; width += 150) {
      for (const start of [first, first + 17, first + 100]) {
        const last = start + days - 1;
        const { x } = createScales({ width, height: 200, rightMargin: 12, days: [start, last], domain: [0, 1] });
        const places = dayTicks(start, last, { x, labelWidth: 58 }).map(({ day }) => x(day));
        expect(places.length).toBeGreaterThan(0);
        for (let index = 1; index < places.length; index++) {
          expect((places[index] ?? 0) - (places[index - 1] ?? 0)).toBeGreaterThanOrEqual(58);
        }
      }
    }
  }
});

test('the first day is at the left, the last at the right, the top value at the top', () => {
  const scales = createScales({ width: 500, height: 200, rightMargin: 20, days: [10, 20], domain: [0, 100] });
  expect([scales.x(10), scales.x(20)]).toEqual([scales.left, 480]);
  expect([scales.y(100), scales.y(0), scales.y(250)]).toEqual([scales.top, scales.bottom, scales.top]);
  expect(scales.dayAt(scales.x(13))).toBeCloseTo(13);
  const single = createScales({ width: 500, height: 200, rightMargin: 20, days: [10], domain: [0, 100] });
  expect(single.x(10)).toBe((single.left + single.right) / 2);
});

test('a line has a gap for a day without a value and for a missing day', () => {
  const timeline = createTimeline([
    series('overall', { '2026-01-01': 1, '2026-01-02': 2, '2026-01-03': undefined, '2026-01-04': 4, '2026-01-06': 6 }),
  ]);
  const points = timeline.points.get('overall');
  expect(splitRuns(timeline, (index) => points?.[index]?.value !== undefined)).toEqual([[0, 1], [3], [4]]);
});

test('a weekly line has no gaps between its weeks', () => {
  const timeline = createTimeline([series('overall', { '2026-01-01': 1, '2026-01-08': 2, '2026-01-15': 3 })]);
  expect(splitRuns(timeline, () => true)).toEqual([[0, 1, 2]]);
});

test('lines with different days share one axis', () => {
  const timeline = createTimeline([
    series('a', { '2026-01-02': 1 }),
    series('b', { '2026-01-01': 5, '2026-01-03': 6 }),
  ]);
  expect(timeline.dates).toEqual(['2026-01-01', '2026-01-02', '2026-01-03']);
  expect(timeline.points.get('a')?.map((point) => point?.value)).toEqual([undefined, 1, undefined]);
});

test('a path is one string with a move for every run, and a single day is visible', () => {
  expect(
    linePath([
      [
        [0, 1],
        [10, 2.04],
      ],
      [[20, 5]],
    ]),
  ).toBe('M0 1L10 2M18.5 5h3');
  expect(linePath([])).toBe('');
  const upper: [number, number][] = [
    [0, 1],
    [5, 1],
  ];
  const lower: [number, number][] = [
    [0, 3],
    [5, 4],
  ];
  expect(areaPath([{ upper, lower }])).toBe('M0 1L5 1L5 4L0 3Z');
});

test('the pointer finds the nearest day', () => {
  expect(nearestIndex([10, 11, 14], 12.4)).toBe(1);
  expect(nearestIndex([10, 11, 14], 12.6)).toBe(2);
  expect(nearestIndex([10, 11, 14], -5)).toBe(0);
});

test('labels at the same height are moved apart within the chart', () => {
  const room = { gap: 15, top: 0, bottom: 100 };
  expect(spreadLabels([50, 50, 10], room)).toEqual([50, 65, 10]);
  expect(spreadLabels([100, 99], room)).toEqual([100, 85]);
});
