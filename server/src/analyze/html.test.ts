import { expect, test } from 'vitest';
import { analyze, prepareSubject } from './analyze.ts';
import { FILLER } from './fold.ts';
import { withoutHtml } from './html.ts';

const subject = prepareSubject({
  brand: { id: 'Heron', aliases: [{ text: 'Heron Board' }], domains: ['heron.io'] },
  competitors: [{ id: 'Beta', aliases: [{ text: 'Beta' }], domains: [] }],
});
const read = (text: string) =>
  analyze({ text, cited: [{ url: 'https://heron.io/x', title: undefined, spans: [] }], retrieved: [] }, subject);

test.each([
  ['a comment', 'x <!-- Heron Board --> y'],
  ['a comment that is not closed', 'x <!-- Heron Board'],
  ['an attribute', '<img alt="Heron Board" src="x.png"> y'],
  ['an attribute with a bracket', '<div title="a > Heron Board">y</div>'],
  ['a script', '<script>Heron Board</script> y'],
  ['a script that is not closed', 'y <script> Heron Board'],
  ['a style', '<STYLE>Heron Board</STYLE> y'],
  ['code', 'run <code>Heron Board</code> or <pre>\nHeron Board\n</pre>'],
])('a name in %s does not count', (_, text) => {
  expect(read(text).mentions).toEqual([]);
});

test.each([
  ['<b>Heron</b> <b>Board</b> is good.', 'Heron Board is good.'],
  ['Heron&nbsp;Board', 'Heron Board'],
  ['Heron&#160;Board &amp; others', 'Heron Board & others'],
  ['He<i>ron</i> Board', 'Heron Board'],
  ['<span>Heron Board</span><span>Pricing</span>', 'Heron BoardPricing'],
  ['Heron Board<sup>1</sup> leads.', 'Heron Board1 leads.'],
  ['<p>Beta.</p><p>Heron Board</p>', 'Heron Board'],
  ['| a | Heron<br>Board |', 'a | Heron Board'],
  ['Use <Heron Board> here', 'Use <Heron Board> here'],
  ['a < b, Heron Board > c', 'a < b, Heron Board > c'],
  ['Caf&eacute; Heron Board', 'Café Heron Board'],
])('a name that a browser shows counts: %s', (text, context) => {
  const mention = read(text).mentions.find(({ brandId }) => brandId === 'Heron');
  expect(mention?.context).toBe(context);
  const [start, end] = mention?.spans[0] ?? [0, 0];
  expect(withoutHtml(text).slice(start, end).replaceAll(FILLER, '')).toMatch(/^Heron\s+Board$/);
});

test('HTML in code of Markdown stays code', () => {
  const text = 'Write `<b>Beta</b>`:\n```html\n<p>Heron Board</p>\n```';
  expect(withoutHtml(text)).toBe(text);
  expect(read(text).mentions).toEqual([]);
});

test('items and numbered headings of HTML rank like those of Markdown', () => {
  const list = '<ol><li>Beta is ok</li><li><b>Heron Board</b> – nice</li></ol>';
  const headings = '<h2>1. Beta</h2>ok<h2>2. Heron Board</h2>nice';
  for (const text of [list, headings]) {
    expect(read(text).mentions.map(({ brandId, position }) => [brandId, position])).toEqual([
      ['Beta', 1],
      ['Heron', 2],
    ]);
  }
});

test('the address of a link places its citation', () => {
  const { citations } = read('First. See <a href="https://heron.io/x">the guide</a> for more.');
  expect(citations.map(({ context }) => context)).toEqual(['See the guide for more.']);
});

test.each(['<code>', '<b a="', '<p>a</p>', '<a ', '<!--', '&amp;', `<b ${'x'.repeat(1_000)}`])(
  'a megabyte of %s is read, and keeps its length',
  (part) => {
    const text = part.repeat(1_000_000 / part.length);
    expect(withoutHtml(text)).toHaveLength(text.length);
    read(text);
  },
);
