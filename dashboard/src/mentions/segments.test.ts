import { expect, test } from 'vitest';
import { visibleText, webAddress } from '../base/visible-text.ts';
import { cutIntoSegments } from './segments.ts';

test('segments put together are the text, however marks overlap or lie outside it', () => {
  const text = '🦩 Heron Board [1][2], then Kestrel.';
  const marks = [
    { start: 3, end: 14, brand_id: 'brand' },
    { start: 9, end: 18, source: 0 },
    { start: 9, end: 21, source: 1 },
    { start: 9, end: 14, brand_id: 'cmp_inside' },
    { start: -5, end: 2, source: 2 },
    { start: 30, end: 999, brand_id: 'cmp_end' },
    { start: 12, end: 12, source: 3 },
    { start: 14, end: 4, source: 4 },
  ];
  const segments = cutIntoSegments(text, marks);
  expect(segments.map((segment) => segment.text).join('')).toBe(text);
  expect(segments.filter(({ brandId }) => brandId === 'brand').map((segment) => segment.text)).toEqual([
    'Heron ',
    'Board',
  ]);
  expect(segments.find(({ start }) => start === 9)?.sources).toEqual([0, 1]);
  expect(segments.flatMap(({ sources }) => sources)).not.toContain(4);
});

test('a text without marks is one segment, and no text is none', () => {
  expect(cutIntoSegments('plain', [])).toEqual([{ start: 0, text: 'plain', brandId: undefined, sources: [] }]);
  expect(cutIntoSegments('', [{ start: 0, end: 4, source: 0 }])).toEqual([]);
});

test('invisible and direction-changing characters become symbols; joiners, accents and line breaks stay', () => {
  expect(visibleText('a\u202eb\u0000c\u200bd\u2066e\u007ff\u{e0041}')).toBe('a␣b␀c␣d␣e␡f␣');
  expect(visibleText('👩‍👧\n\té می‌خواهم')).toBe('👩‍👧\n\té می‌خواهم');
});

test.each([
  ['javascript:alert(1)', undefined],
  [' JaVaScRiPt:alert(1)', undefined],
  ['data:text/html,<script>alert(1)</script>', undefined],
  ['//other.example', undefined],
  ['https://acme.example/a b', 'https://acme.example/a%20b'],
  ['http://acme.example', 'http://acme.example/'],
])('%s is linked as %s', (url, href) => {
  expect(webAddress(url)).toBe(href);
});
