import { expect, test } from 'vitest';
import { METRIC_VERSION, METRICS } from './metrics.ts';

test('every metric has a unique id, its version and a text in every other field', () => {
  expect(new Set(METRICS.map(({ version }) => version))).toEqual(new Set([METRIC_VERSION]));
  expect(new Set(METRICS.map((metric) => metric.id)).size).toBe(METRICS.length);
  for (const { version: _, ...texts } of METRICS) {
    for (const text of Object.values(texts)) expect(text).toMatch(/\S/);
  }
});
