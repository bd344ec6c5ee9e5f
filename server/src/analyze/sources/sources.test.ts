import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { canonicalUrl } from '../canonical-url.ts';
import { pageTypeOf } from './page-type.ts';
import { sourceTypeOf } from './source-type.ts';

const rows = readFileSync(new URL('./labelled-urls.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [source = '', page = '', address = '', title = ''] = line.split('\t');
    const url = canonicalUrl(address) ?? '';
    const foundSource = sourceTypeOf(url);
    return { source, page, url, title, foundSource, foundPage: pageTypeOf(url, { title, source: foundSource }) };
  });

test('x', () => {
  const bad = rows.filter((r) => r.source !== r.foundSource);
  console.log(bad.map((r) => `${r.source} → ${r.foundSource} ${r.url}`).join('\n'));
  const badp = rows.filter((r) => r.page !== r.foundPage);
  console.log(badp.map((r) => `${r.page} → ${r.foundPage} ${r.url} | ${r.title}`).join('\n'));
  console.log(rows.length, bad.length, badp.length);
});
