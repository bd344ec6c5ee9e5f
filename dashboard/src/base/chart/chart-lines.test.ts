import { expect, test } from 'vitest';
import type { OverviewPoint } from '../../api/overview.ts';
import { learnPlatformNames } from '../../api/session.ts';
import { chartDomain, chartLines } from './chart-lines.ts';

learnPlatformNames({ chatgpt: 'ChatGPT' });

function point(date: string, platforms: Record<string, number>): OverviewPoint {
  const sample_sizes = { chatgpt: 40, claude: 20 };
  return { date, visibility_score: 40, interval: [35, 45], sample_size: 80, platforms, sample_sizes };
}

test('the chart has one line for all platforms, with its interval, and one line per platform', () => {
  const lines = chartLines([point('2026-01-01', { chatgpt: 50, claude: 30 }), point('2026-01-02', { chatgpt: 40 })]);
  expect(lines.map(({ label, isMain }) => [label, isMain ?? false])).toEqual([
    ['Overall', true],
    ['ChatGPT', false],
    ['Claude', false],
  ]);
  expect(lines[0]?.points[0]).toEqual({ date: '2026-01-01', value: 40, low: 35, high: 45, sampleSize: 80 });
  expect(lines[2]?.points.map(({ value }) => value)).toEqual([30, undefined]);
});

test('a point with too few answers is left out', () => {
  const few = { ...point('2026-01-01', { chatgpt: 100, claude: 0 }), sample_size: 19, sample_sizes: { chatgpt: 19 } };
  const [overall, chatgpt] = chartLines([few]);
  expect(overall?.points).toEqual([{ date: '2026-01-01', value: undefined, sampleSize: 19 }]);
  expect(chatgpt?.points[0]?.value).toBeUndefined();
});

test('a single platform is not drawn twice', () => {
  expect(chartLines([point('2026-01-01', { chatgpt: 40 })]).map(({ label }) => label)).toEqual(['ChatGPT']);
  expect(chartLines([])).toHaveLength(1);
});

test('the axis spans round tens around the lines, at least 30 points, and stays within 0 and 100', () => {
  const domainOf = (platforms: Record<string, number>) => chartDomain(chartLines([point('2026-01-01', platforms)]));
  expect(domainOf({ chatgpt: 40 })).toEqual([30, 60]);
  expect(domainOf({ chatgpt: 40, claude: 58 })).toEqual([30, 70]);
  expect(domainOf({ chatgpt: 99, claude: 14 })).toEqual([0, 100]);
  const high = { ...point('2026-01-01', {}), visibility_score: 99, interval: [96, 100] as [number, number] };
  expect(chartDomain(chartLines([high]))).toEqual([70, 100]);
  expect(chartDomain(chartLines([]))).toEqual([0, 100]);
});
