import { expect, test } from 'vitest';
import type { CitedPage, Page } from '../collect/platform.ts';
import { analyze, prepareSubject } from './analyze.ts';

const subject = prepareSubject({
  brand: { id: 'brand', aliases: [{ text: 'Acme' }], domains: ['acme.io', 'https://www.Acme.com/'] },
  competitors: [{ id: 'beta', aliases: [{ text: 'Beta' }], domains: ['beta.co.uk', 'co.uk'] }],
});

const cite = (url: string, ...spans: CitedPage['spans']): CitedPage => ({ url, title: undefined, spans });
const page = (url: string): Page => ({ url, title: undefined });

function read(text: string, cited: CitedPage[], retrieved: Page[] = []) {
  return analyze({ text, cited, retrieved }, subject);
}

test.each([
  ['https://acme.io/x', 'own', 'brand', 'acme.io'],
  ['https://docs.acme.io/x', 'own', 'brand', 'acme.io'],
  ['https://www.acme.com', 'own', 'brand', 'acme.com'],
  ['https://shop.beta.co.uk/x', 'competitor', 'beta', 'beta.co.uk'],
  ['https://notacme.io/x', 'other', undefined, 'notacme.io'],
  ['https://acme.io.evil.com/x', 'other', undefined, 'evil.com'],
  ['https://other.co.uk/x', 'other', undefined, 'other.co.uk'],
  ['https://www.google.com/url?q=https%3A%2F%2Facme.io%2Fx', 'own', 'brand', 'acme.io'],
])('%s belongs to: %s', (url, owner, ownerId, domain) => {
  expect(read('Text', [cite(url)]).citations).toMatchObject([{ kind: 'cited', url, owner, ownerId, domain }]);
});

test('a page is cited once for all spellings of its URL, under the first title', () => {
  const { citations } = read('Text', [
    cite('https://www.acme.io/a/?utm_source=openai'),
    { url: 'http://acme.io/a#b', title: 'Acme', spans: [] },
    cite('https://acme.io/b'),
  ]);
  expect(citations.map(({ canonicalUrl, title }) => [canonicalUrl, title])).toEqual([
    ['https://acme.io/a', 'Acme'],
    ['https://acme.io/b', undefined],
  ]);
});

test('cited and retrieved are never mixed, and a page that is both counts as cited', () => {
  const { citations } = read('Text', [cite('https://a.com')], [page('https://www.a.com/'), page('https://b.com')]);
  expect(citations.map(({ kind, canonicalUrl, position }) => [kind, canonicalUrl, position])).toEqual([
    ['cited', 'https://a.com', 1],
    ['retrieved', 'https://b.com', undefined],
  ]);
});

test('entries that are not web pages are left out', () => {
  expect(read('Text', [cite('javascript:alert(1)'), cite('')], [page('about:blank')]).citations).toEqual([]);
});

test('cited pages are ordered by their first position in the text', () => {
  const text = 'Acme is good.[2] Beta too.[1]';
  const bySpan = read(text, [cite('https://a.com', [26, 29]), cite('https://b.com', [13, 16], [0, 0])]);
  expect(bySpan.citations.map(({ url, position }) => [url, position])).toEqual([
    ['https://b.com', 1],
    ['https://a.com', 2],
  ]);
  const byNumber = read(text, [cite('https://a.com'), cite('https://b.com')]);
  expect(byNumber.citations.map(({ url }) => url)).toEqual(['https://b.com', 'https://a.com']);
});

test('without positions and markers, links in the text decide, and then the order of the list', () => {
  const text = 'See [this](https://www.c.com/x_(y)?utm_source=a) and https://b.com.';
  const urls = ['https://a.com', 'https://b.com', 'https://c.com/x_(y)'];
  expect(
    read(
      text,
      urls.map((url) => cite(url)),
    ).citations.map(({ url }) => url),
  ).toEqual(['https://c.com/x_(y)', 'https://b.com', 'https://a.com']);
});

test.each([
  ['Acme is **good**.[1] Beta is not.', [cite('https://a.com')], 'Acme is good.'],
  ['First. Acme is good. ([a.com](https://a.com/?utm_source=openai)) Last.', [cite('https://a.com')], 'Acme is good.'],
  ['First. Acme is good. Last.', [cite('https://a.com', [7, 20])], 'Acme is good.'],
  ['Acme is good.', [cite('https://a.com')], undefined],
  ['Acme is good.', [cite('https://a.com', [500, 510])], undefined],
])('the context of a citation is the sentence that carries it: %j', (text, cited, expected) => {
  expect(read(text, cited).citations[0]?.context).toBe(expected);
});

test.each<[string, number, string[]]>([
  ['Good.[1][2]', 2, []],
  ['Good.[0]', 2, ['[0]']],
  ['Good.[1][3] Bad.[3]', 2, ['[3]']],
  ['Good [1, 4] and [2-5]', 2, ['[4]', '[3]', '[5]']],
  ['Good [^1^] and [^7^]', 2, ['[7]']],
  ['Good【1†source】【9†source】', 2, ['[9]']],
  ['`list[9]` and [9](https://a.com)', 2, []],
  ['Good.[1]', 0, ['[1]']],
])('markers without a source are recorded and count for no page: %s with %i sources', (text, sources, expected) => {
  const cited = Array.from({ length: sources }, (_, i) => cite(`https://a.com/${i}`));
  const { citations, danglingMarkers } = read(text, cited);
  expect(danglingMarkers).toEqual(expected);
  expect(citations).toHaveLength(sources);
});

test('a marker is an index into all sources, and one placed by the platform is never dangling', () => {
  const retrieved = ['https://a.com', 'https://b.com', 'https://c.com'].map(page);
  expect(read('Good.[3]', [cite('https://c.com')], retrieved).danglingMarkers).toEqual([]);
  expect(read('Good.[9]', [cite('https://c.com', [5, 8])]).danglingMarkers).toEqual([]);
});

test('an unresolved redirect counts for the domain in its title, and never for google.com', () => {
  const redirect = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC';
  const titled = (title: string | undefined) => read('Text', [{ url: redirect, title, spans: [] }]).citations[0];
  expect(titled('docs.acme.io')).toMatchObject({
    canonicalUrl: 'https://docs.acme.io',
    domain: 'acme.io',
    owner: 'own',
  });
  expect(titled('https://acme.io/')).toMatchObject({ domain: 'acme.io', owner: 'own' });
  expect(titled('toolreview.example')).toMatchObject({ domain: 'toolreview.example', owner: 'other' });
  for (const title of ['Acme docs', 'Node.js', undefined]) {
    expect(titled(title)).toMatchObject({ canonicalUrl: redirect, domain: 'unresolved', owner: 'other' });
  }
});
