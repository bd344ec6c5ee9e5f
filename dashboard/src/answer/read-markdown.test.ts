import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutIntoSegments, cutLeaf } from '../mentions/segments.ts';
import { type Branch, leavesOf, readMarkdown } from './read-markdown.ts';

interface Mark {
  start: number;
  end: number;
  brand_id: string;
}

const ANSWERS = [
  '## Options\n\n* **Heron Board**: for *small* teams ([site](https://heron.example/a?utm_source=openai)).\n* **Aplomb** – [Aplomb docs](https://aplomb.example)\n',
  '1. **Heron\n   Board** & Aplomb[1][2]\n2. Kestrel &amp; Sons\\*\n\n[1]: https://heron.example "Heron"\n',
  '| Tool | Price |\n|:--|--:|\n| **Heron Board** | $5 \\| user |\n| Aplomb<br>Plus | free |\n\nSee `Heron Board`.\n',
  '> Heron Board is\n> quoted\n> > by Aplomb\n\n```js\nconst a = "Heron Board";\n\n  indented\n```\n\n    Heron Board\n    in code\n',
  'A**Heron** Board** and __Heron__Board, https://heron.example/Heron and <https://heron.example>\r\nHeron Board\r\n',
  '<script>alert("Heron Board")</script>\n\n<b>Heron</b> Board <img src=x onerror=alert(1)> ![Heron](https://x.example/p.png)\n',
  '- [x](javascript:alert(1)) [y](data:text/html,Heron) [z](//evil.example) [Heron Board][ref]\n\n[ref]: javascript:alert(1)\n',
  '🦩 **Heron** Board\u0000 \u202eHeron\tBoard &nbsp;&#72;eron &bogus; \\& end',
];

function branchesOf(branch: Branch): Branch[] {
  return [branch, ...branch.children.flatMap((child) => ('tag' in child ? branchesOf(child) : []))];
}

const isMarkup = (text: string) => text.replace(/[\r\n]/g, ' ');

/** The places that are shown and lie in a mark must be the highlighted ones, and every mark must be seen. */
function check(text: string, marks: Mark[]): void {
  const tree = readMarkdown(text, marks);
  if (!tree) throw new Error('not read');
  const leaves = leavesOf(tree);
  const segments = cutIntoSegments(text, marks);
  const lit = new Set<number>();
  const shown = new Set<number>();
  for (const leaf of leaves) {
    const source = text.slice(leaf.start, leaf.end);
    if (leaf.text.length === source.length) expect(isMarkup(leaf.text)).toBe(isMarkup(source));
    else expect(source).toMatch(/^&[#\w]+;$/);
    const parts = cutLeaf(leaf, segments);
    expect(parts.map((part) => part.text).join('')).toBe(leaf.text);
    for (let at = leaf.start; at < leaf.end; at++) shown.add(at);
    for (const part of parts.filter(({ brandId }) => brandId !== undefined)) {
      const length = leaf.text.length === source.length ? part.text.length : source.length;
      for (let at = part.start; at < part.start + length; at++) lit.add(at);
    }
  }
  for (const { start, end } of marks) {
    const within = [...shown].filter((at) => at >= start && at < end);
    expect(within.length).toBeGreaterThan(0);
    expect(within.filter((at) => !lit.has(at))).toEqual([]);
  }
  for (const at of lit) {
    const isMarked = marks.some(({ start, end }) => at >= start && at < end);
    const isReference = leaves.some(({ start, end, text }) => at >= start && at < end && text.length !== end - start);
    expect(isMarked || isReference).toBe(true);
  }
  for (const { href } of branchesOf(tree)) if (href !== undefined) expect(href).toMatch(/^https?:/);
}

test.each(ANSWERS)('every mention in an answer is highlighted at its place: %j', (text) => {
  const marks = [...text.matchAll(/Heron(?:\s+Board)?|Aplomb|\[\d\]|https:[^\s)>]+/g)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
    brand_id: 'brand',
  }));
  check(text, marks);
  const tree = readMarkdown(text, marks);
  const seen = tree && leavesOf(tree).flatMap((leaf) => cutLeaf(leaf, cutIntoSegments(text, marks)));
  const highlighted = seen?.filter(({ brandId }) => brandId !== undefined).map((part) => part.text);
  // Text that Markdown shows as written is highlighted as written.
  for (const { start, end } of marks) {
    const source = text.slice(start, end);
    if (/^\w+$/.test(source)) expect(highlighted?.join('|')).toContain(source);
  }
});

test('any text with any marks keeps its highlights in place', () => {
  const part = fc.constantFrom(
    ...['**', '*', '_', '`', '```\n', '[', '](https://a.example)', '](javascript:alert(1))', '![', '<script>', '</b>'],
    ...[
      '|',
      '|--|--|\n',
      '\n',
      '\n\n',
      '> ',
      '- ',
      '1. ',
      '    ',
      '\t',
      '# ',
      '&amp;',
      '&#0;',
      '&x;',
      '\\',
      '\\*',
      '<br>',
    ],
    ...[
      '[1]',
      '[1]: https://a.example\n',
      'Heron Board',
      'a',
      ' ',
      '🦩',
      '\u0000',
      '\r\n',
      '---\n',
      '~~',
      '<!--',
      '-->',
    ],
  );
  const cases = fc.array(part, { maxLength: 40 }).chain((parts) => {
    const text = parts.join('');
    const mark = fc
      .tuple(fc.nat(text.length), fc.integer({ min: 1, max: 14 }))
      .map(([start, length]) => ({ start, end: Math.min(text.length, start + length), brand_id: 'brand' }));
    return fc.tuple(fc.constant(text), fc.array(mark, { maxLength: 4 }));
  });
  fc.assert(
    fc.property(cases, ([text, marks]) =>
      check(
        text,
        marks.filter(({ start, end }) => start < end),
      ),
    ),
  );
});

test('a text that is too long or too deep is not read', () => {
  expect(readMarkdown('a'.repeat(100_000), [])).toBeUndefined();
  expect(readMarkdown(`${'> '.repeat(500)}a`, [])).toBeUndefined();
  expect(readMarkdown('\ufeff**a**', [])).toBeUndefined();
});

test.each(['>', '> ', '>\t', '- ', '1. ', '* + ', '> - '])(
  'thousands of %j in one line are shown as they are at once',
  (marker) => {
    const text = `Heron Board\n\n${marker.repeat(20_000)}`.slice(0, 30_000);
    const before = performance.now();
    expect(readMarkdown(text, [])).toBeUndefined();
    expect(performance.now() - before).toBeLessThan(100);
  },
);

test.each(['- - a\n', '1. - a\n\n', '* a\n  * b\n', '> - - a\n', '- a\n\t2) b\n', '- - - - - - a\n'])(
  'thousands of items in items, written as %j, are shown as they are at once',
  (lines) => {
    const text = `Heron Board\n\n${lines.repeat(20_000)}`.slice(0, 30_000);
    const before = performance.now();
    expect(readMarkdown(text, [])).toBeUndefined();
    expect(performance.now() - before).toBeLessThan(100);
  },
);

test('hundreds of items in items are read', () => {
  expect(readMarkdown('1. Heron\n   - Board\n'.repeat(400), [])?.children).toHaveLength(1);
});

test('a separator of many hyphens is read', () => {
  expect(
    readMarkdown(`Heron\n\n${'-'.repeat(200)}\n\nBoard`, [])?.children.map((child) => 'tag' in child && child.tag),
  ).toEqual(['p', 'hr', 'p']);
});
