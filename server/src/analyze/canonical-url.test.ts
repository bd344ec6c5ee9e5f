import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalUrl } from './canonical-url.ts';

const ACME = 'https://acme.io/a';

test.each([
  ['http://acme.io/a', ACME],
  ['HTTPS://ACME.IO/a', ACME],
  ['https://user:secret@acme.io:8443/a', ACME],
  ['https://www.acme.io/a/', ACME],
  ['https://m.acme.io/a', ACME],
  ['https://amp.acme.io/a//', ACME],
  ['https://www.m.acme.io/a', ACME],
  ['https://acme.io./a', ACME],
  ['https://acme.io/a#part', ACME],
  ['https://acme.io/a#:~:text=hello', ACME],
  ['https://acme.io/a/index.html', ACME],
  ['  https://acme.io/a\n', ACME],
  ['https://acme.io/', 'https://acme.io'],
  ['https://acme.io/index.html?a=1', 'https://acme.io?a=1'],
  ['https://acme.io/A?b=2&a=1&a=0', 'https://acme.io/A?a=0&a=1&b=2'],
  ['https://acme.io/a?', ACME],
  ['https://docs.acme.io/a', 'https://docs.acme.io/a'],
  ['https://m.com/a', 'https://m.com/a'],
  ['https://www.co.uk/a', 'https://www.co.uk/a'],
  ['https://amp.dev/a', 'https://amp.dev/a'],
  ['https://müller.de/ü', 'https://xn--mller-kva.de/%C3%BC'],
  ['https://acme.io/reindex.html', 'https://acme.io/reindex.html'],
])('one page has one URL: %j', (url, expected) => {
  expect(canonicalUrl(url)).toBe(expected);
});

test.each(
  'utm_source utm_anything gclid gbraid wbraid fbclid msclkid yclid twclid ttclid igshid srsltid mc_cid mc_eid _hsenc _hsmi hsa_acc mkt_tok _gl ref_src spm ved UTM_Source utm%5Fsource'.split(
    ' ',
  ),
)('the tracking parameter %s is dropped', (name) => {
  expect(canonicalUrl(`https://acme.io/a?x=1&${name}=abc&y=2`)).toBe('https://acme.io/a?x=1&y=2');
});

test.each(['ref', 'id', 'mc', 'utm', 'video', 'spms'])('the parameter %s stays', (name) => {
  expect(canonicalUrl(`https://acme.io/a?${name}=1`)).toBe(`https://acme.io/a?${name}=1`);
});

const inner = encodeURIComponent('https://www.acme.io/a?utm_source=x');

test.each([
  [`https://www.google.com/url?sa=t&q=${inner}&ved=2`],
  [`https://www.google.co.uk/url?url=${inner}`],
  ['https://www.google.com/amp/s/acme.io/a'],
  [`https://www.bing.com/ck/a?!&&p=1&u=a1${btoa('https://acme.io/a').replace(/=+$/, '')}&ntb=1`],
  [`https://duckduckgo.com/l/?uddg=${inner}&rut=1`],
  [`https://l.facebook.com/l.php?u=${inner}&h=1`],
  ['https://acme-io.cdn.ampproject.org/c/s/acme.io/a'],
  [`https://www.google.com/url?q=${encodeURIComponent(`https://duckduckgo.com/l/?uddg=${inner}`)}`],
])('a wrapper is removed without a network request: %s', (url) => {
  expect(canonicalUrl(url)).toBe(ACME);
});

test('a wrapper is removed even if percent-encoding makes its target longer', () => {
  const bytes = String.fromCharCode(...new TextEncoder().encode(`https://acme.io/${'é'.repeat(50)}`));
  expect(canonicalUrl(`https://www.bing.com/ck/a?u=a1${btoa(bytes)}`)).toBe(`https://acme.io/${'%C3%A9'.repeat(50)}`);
});

test.each([
  ['https://www.google.com/url?q=/search', 'https://google.com/url?q=/search'],
  ['https://www.google.com/search?q=https://acme.io', 'https://google.com/search?q=https://acme.io'],
  ['https://www.bing.com/ck/a?u=a1!!', 'https://bing.com/ck/a?u=a1!!'],
  ['https://notgoogle.com/url?q=https://acme.io', 'https://notgoogle.com/url?q=https://acme.io'],
])('a URL that only looks like a wrapper is unchanged: %s', (url, expected) => {
  expect(canonicalUrl(url)).toBe(expected);
});

test.each(['', 'acme.io', 'ftp://acme.io', 'javascript:alert(1)', 'https://', 'http://[', 'mailto:a@acme.io'])(
  '%j is not a page',
  (url) => {
    expect(canonicalUrl(url)).toBeUndefined();
  },
);

test('canonical URLs are their own canonical form', () => {
  const parts = fc.constantFrom(
    'www.',
    'm.',
    'amp.',
    'acme',
    '.io',
    'google.com',
    '/url',
    '?q=',
    'https://',
    '&utm_a=1',
    '/',
    '/index.html',
    '%2F',
    '#a',
    'é',
    '&',
    '=',
    '.',
    '\\',
    ' ',
    ':80',
    '@',
  );
  const anyUrl = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.array(parts).map((list) => `https://${list.join('')}`),
    fc.string(),
  );
  fc.assert(
    fc.property(anyUrl, (url) => {
      const canonical = canonicalUrl(url);
      expect(canonical === undefined ? undefined : canonicalUrl(canonical)).toBe(canonical);
    }),
  );
});

test('a URL with thousands of nested wrappers is too long to unwrap and stays unchanged', () => {
  const nested = canonicalUrl('https://google.com/url?q='.repeat(4800)) as string;
  expect(canonicalUrl(nested)).toBe(nested);
});

test('wrapping a URL does not change its canonical form', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), fc.nat(3), (url, depth) => {
      let wrapped = url;
      for (let i = 0; i < depth; i++) wrapped = `https://www.google.com/url?q=${encodeURIComponent(wrapped)}`;
      expect(canonicalUrl(wrapped)).toBe(canonicalUrl(url));
    }),
  );
});
