import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { METRIC_VERSION, METRICS } from './metrics.ts';

const path = fileURLToPath(new URL('../../../docs/statistics.md', import.meta.url));
const page = readFileSync(path, 'utf8');
/** The lines between the two comments of the page. */
const TABLE = /(?<=^<!-- metrics.*-->\n\n)[\s\S]*(?=\n<!-- end of metrics -->$)/m;

test('every metric has a unique id, its version and a text in every other field', () => {
  expect(new Set(METRICS.map(({ version }) => version))).toEqual(new Set([METRIC_VERSION]));
  expect(new Set(METRICS.map((metric) => metric.id)).size).toBe(METRICS.length);
  for (const { version: _, ...texts } of METRICS) {
    for (const text of Object.values(texts)) expect(text).toMatch(/\S/);
  }
});

// `npx vitest run -u --project unit server/src/score/metrics.test.ts` updates the page.
test('docs/statistics.md has the formula and denominator of every metric in the same words as the API', async () => {
  const rows = METRICS.map(
    ({ id, version, formula, denominator }) =>
      `| \`${id}\` (${version}) | ${formula.replaceAll('|', '\\|')} | ${denominator} |\n`,
  );
  const table = `| id (version) | formula | denominator |\n|---|---|---|\n${rows.join('')}`;
  expect(page).toMatch(TABLE);
  await expect(page.replace(TABLE, () => table)).toMatchFileSnapshot(path);
});
