import { expect, test } from 'vitest';
import { analyze, prepareSubject } from './analyze.ts';

const NAMES = ['Acme', 'Beta', 'Gamma'];
const [brand, ...competitors] = NAMES.map((text) => ({ id: text, aliases: [{ text }], domains: [] }));
const subject = prepareSubject({ brand: brand as NonNullable<typeof brand>, competitors });

function positionsIn(...lines: string[]): Record<string, number> {
  const { mentions } = analyze({ text: lines.join('\n'), cited: [], retrieved: [] }, subject);
  return Object.fromEntries(mentions.map(({ brandId, position }) => [brandId, position]));
}

test('in prose the position is one more than the number of brands mentioned before', () => {
  expect(positionsIn('Gamma is fine, but Acme beats Gamma and Beta.')).toEqual({ Gamma: 1, Acme: 2, Beta: 3 });
});

test.each([
  [
    'printed numbers',
    ['Gamma leads:', '', '1. Foo', '2. Acme', '3. **Beta** – like Gamma'],
    { Gamma: 1, Acme: 2, Beta: 3 },
  ],
  ['numbers that continue an earlier part', ['4. Acme', '5. Beta'], { Acme: 4, Beta: 5 }],
  ['numbers that do not count: the index', ['1. Foo', '1. Acme', '1. Beta'], { Acme: 2, Beta: 3 }],
  ['bullets', ['- Foo', '- [Acme](https://acme.io)', '* ignored', '- Beta'], { Acme: 2, Beta: 4 }],
  ['round bullets', ['• Foo', '• Acme'], { Acme: 2 }],
  ['brackets and wide numbers', ['1) Foo', '2) Acme'], { Acme: 2 }],
  ['Chinese numbers', ['1、别的', '2、Acme：好'], { Acme: 2 }],
  ['Arabic digits', ['١. شيء', '٢. Acme'], { Acme: 2 }],
  ['bold numbers', ['**1. Foo**', 'Text.', '', '**2. Acme**', 'Text.'], { Acme: 2 }],
  [
    'numbered headings',
    ['## 1. Foo', 'Beta is like it.', '', '## 2. Acme', '- better than Gamma'],
    { Beta: 1, Acme: 2, Gamma: 3 },
  ],
  ['keycaps', ['### 1️⃣ Foo', '### 2️⃣ Acme'], { Acme: 2 }],
  ['a table', ['| Tool | Price |', '|---|---|', '| Foo | 1 |', '| Acme | like Beta |'], { Acme: 2, Beta: 3 }],
  ['a table with ranks', ['| # | Tool |', '|---|---|', '| 3 | Foo |', '| 4 | **Acme** |'], { Acme: 4 }],
  ['a table without outer pipes', ['Tool | Price', '--- | ---', 'Foo | 1', 'Acme | 2'], { Acme: 2 }],
  ['paragraphs between the numbers', ['1. **Foo**', '', 'About Foo.', '', '2. **Acme**', '', 'About it.'], { Acme: 2 }],
  ['bullets under numbers', ['1. **Foo**', '- cheap', '- like Beta', '2. **Acme**', '- good'], { Beta: 1, Acme: 2 }],
  [
    'the same after a blank line',
    ['1. **Foo**', '', 'Text', '', '- cheap', '- Beta', '', '2. **Acme**'],
    { Beta: 1, Acme: 2 },
  ],
])('in a list the rank of the item counts: %s', (_, lines, expected) => {
  expect(positionsIn(...lines)).toEqual(expected);
});

test.each([
  ['a dash', '2. Acme – cheaper than Beta'],
  ['a colon', '2. Acme: cheaper than Beta'],
  ['emphasis', '2. **Acme** is cheaper than Beta'],
  ['a link', '2. [Acme](https://acme.io) is cheaper than Beta'],
  ['a parenthesis', '2. Acme (unlike Beta)'],
  ['a full stop', '2. Acme. Unlike Beta'],
  ['nothing at all', '2. Acme is cheaper than Beta'],
  ['a label before the name', '2. Best value: **Acme** – cheaper than Beta'],
])('only the head of an item ranks, which ends at %s', (_, item) => {
  expect(positionsIn('Beta and Gamma and Acme.', '', '1. Foo', item)).toEqual({ Beta: 1, Gamma: 2, Acme: 2 });
});

test('a head that mentions two brands ranks both', () => {
  expect(positionsIn('1. Foo', '2. Acme and Beta: a good pair')).toEqual({ Acme: 2, Beta: 2 });
});

test('a criterion before a colon does not rank the text after it', () => {
  expect(positionsIn('1. Price: x', '2. Support: Acme is quick', '3. Docs: Beta')).toEqual({ Acme: 1, Beta: 3 });
});

test.each([
  ['a list of one item', ['1. Foo and more', '', 'Text with Gamma', '', '5. Acme'], { Gamma: 1, Acme: 2 }],
  ['an inner list', ['- Sales', '  - Foo', '  - Acme', '- Support', '  - Beta'], { Acme: 1, Beta: 2 }],
  ['a list in code', ['```', '1. Foo', '2. Bar', '```', 'Acme'], { Acme: 1 }],
])('%s does not rank', (_, lines, expected) => {
  expect(positionsIn(...lines)).toEqual(expected);
});

test('an inner list ranks if the outer one has a single item', () => {
  expect(positionsIn('1. Tools', '   - Foo', '   - Acme')).toEqual({ Acme: 2 });
});

test('a second list starts again', () => {
  expect(positionsIn('1. Foo', '2. Acme', '', 'Free:', '', '1. Foo', '2. Bar', '3. Beta')).toEqual({
    Acme: 2,
    Beta: 3,
  });
});
