import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { canonicalUrl } from '../canonical-url.ts';
import { classifyPage } from './classify.ts';

interface Labeled {
  source: string;
  page: string;
  foundSource: string;
  foundPage: string;
}

/** URLs with the types that a person gave them. */
function read(file: string): Labeled[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  return lines.map((line) => {
    const [source = '', page = '', address = '', title = ''] = line.split('\t');
    const cited = { domain: '', canonicalUrl: canonicalUrl(address) ?? '', owner: 'other' as const, title };
    const { sourceType, pageType } = classifyPage(cited, new Map());
    return { source, page, foundSource: sourceType, foundPage: pageType };
  });
}

const labeled = read('labeled-urls.tsv');
/** From replies of real platforms. The rules were written without them, and must not be fitted to them. */
const recorded = read('recorded-urls.tsv');

const rightSource = ({ source, foundSource }: Labeled) => source === foundSource;
const rightPage = ({ page, foundPage }: Labeled) => page === foundPage;
const isWrong = (one: Labeled) => !rightSource(one) && one.foundSource !== 'unclassified';

test('the rules are as accurate as docs/sources.md states', async () => {
  expect(labeled.length).toBeGreaterThanOrEqual(400);
  const path = fileURLToPath(new URL('../../../../docs/sources.md', import.meta.url));
  const [before] = readFileSync(path, 'utf8').split(/(?<=^## Accuracy\n)/m);
  await expect(`${before}\n${accuracy()}`).toMatchFileSnapshot(path);
});

test('a site that no rule knows is unclassified rather than of a wrong type', () => {
  expect(labeled.filter(rightSource).length / labeled.length).toBeGreaterThan(0.98);
  expect(labeled.filter(rightPage).length / labeled.length).toBeGreaterThan(0.88);
  expect(labeled.filter(isWrong).length / labeled.length).toBeLessThan(0.01);
  expect(recorded.filter(isWrong).length / recorded.length).toBeLessThan(0.1);
});

function accuracy(): string {
  return [
    `Two sets of URLs with types given by a person: ${labeled.length} that the rules were written with, and ${recorded.length} that they were`,
    'not, from replies of real platforms. The second set shows what to expect. About half of its sites are',
    'unclassified. Set the types of the domains that matter to you.',
    '',
    '| set | URLs | right | unclassified | wrong | page type right |',
    '|---|---|---|---|---|---|',
    summary('written with', labeled),
    summary('recorded', recorded),
    '',
  ].join('\n');
}

function summary(name: string, rows: Labeled[]): string {
  const unclassified = rows.filter((one) => !rightSource(one) && one.foundSource === 'unclassified').length;
  const [right, wrong] = [rows.filter(rightSource).length, rows.filter(isWrong).length];
  return `| ${name} | ${rows.length} | ${right} | ${unclassified} | ${wrong} | ${rows.filter(rightPage).length} |`;
}
