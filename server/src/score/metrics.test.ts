import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { METRIC_VERSION, METRICS } from './metrics.ts';

const page = readFileSync(new URL('../../../docs/scoring.md', import.meta.url), 'utf8');

test('every metric has its own id, the current version and a text for every field', () => {
  expect(METRIC_VERSION).toBe(1);
  expect(new Set(METRICS.map((metric) => metric.id)).size).toBe(METRICS.length);
  for (const { version, ...texts } of METRICS) {
    expect(version).toBe(METRIC_VERSION);
    for (const text of Object.values(texts)) expect(text).toMatch(/\S/);
  }
});

test.each(METRICS)('docs/scoring.md defines $id in the same words as the API', (metric) => {
  const section = page.split(/^### /m).find((part) => part.startsWith(`\`${metric.id}\``));
  expect(section).toContain(`version ${metric.version}`);
  expect(section).toContain(`- Formula: ${metric.formula}\n`);
  expect(section).toContain(`- Denominator: ${metric.denominator}\n`);
  expect(section).toContain(`- Meaning: ${metric.meaning}\n`);
  expect(section).toContain('- What it does not say: ');
});

test('docs/scoring.md defines only metrics of the API', () => {
  const ids = [...page.matchAll(/^### `([a-z_]+)`, version/gm)].map((match) => match[1]);
  expect(ids).toEqual(METRICS.map((metric) => metric.id));
});
