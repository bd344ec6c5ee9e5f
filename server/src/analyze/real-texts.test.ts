import { expect, test } from 'vitest';
import { analyze, prepareSubject } from './analyze.ts';
import { readParts } from './context.ts';
import { describeBrand } from './describe-brand.ts';
import { furnitureOf } from './furniture.ts';
import { variantsOf } from './name-variants.ts';

const brandOf = (text: string, id = text) => ({ id, aliases: [{ text }], domains: [] });
const read = (text: string, name: string, ...others: string[]) =>
  analyze(
    { text, cited: [], retrieved: [] },
    prepareSubject({ brand: brandOf(name, 'own'), competitors: others.map((one) => brandOf(one)) }),
  ).mentions;

test.each([
  ['Birch & Rowe', 'We like Birch and Rowe best.'],
  ['SnoreBeds', 'The SnoreBed is soft.'],
  ['Quillo', 'Both Quillos are fine.'],
  ['Quillo GmbH', 'Quillo is fine.'],
  ['Tonecore by Ankora', 'The Tonecore Q30 is cheap.'],
  ['vufy Security', 'The vufy E340 has lights.'],
])('another writing of %s counts: %s', (name, text) => {
  expect(read(text, name)).toHaveLength(1);
});

test('a writing that is a word, or belongs to another brand, is only suggested', () => {
  const [mint] = variantsOf([brandOf('Mint Mobile')]);
  expect(mint).toMatchObject([{ alias: { text: 'Mint' }, isCertain: false }, { why: 'number' }]);
  expect(variantsOf([brandOf('Ankora Inc.'), brandOf('Ankora')])[0]).toEqual([]);
  expect(read('Brooklyn is large.', 'Brooklyn Bedding')).toEqual([]);
});

test.each([
  ['Made In', 'The pan is Made In the USA.'],
  ['Made In', 'It is made in Italy.'],
  ['MAX', 'The drill has a 20V MAX battery.'],
  ['Ninja', 'A ninja is quiet.'],
  ['Target', 'Target your emails by industry.'],
])('the common word %s is not the brand in: %s', (name, text) => {
  expect(read(text, name)).toEqual([]);
});

test.each([
  ['Made In', 'We cook with Made In pans.'],
  ['Ninja', 'Ninja Foodi: a large air fryer.'],
  ['Target', 'Buy it at Target.'],
  ['Target', 'Target is a shop.'],
])('the common word %s is the brand in: %s', (name, text) => {
  expect(read(text, name)).toHaveLength(1);
});

test('the interface of a surface is not the answer', () => {
  const text =
    'Quillo is fine.Quillo Two 128GB$20.79/mo x 244.8(281)Other options: none.See moreTips: read.AI responses may include mistakes. Learn moreThank youYour feedback helps Google improve. See our Privacy Policy.';
  expect(read(text, 'Google', 'Quillo').map(({ brandId }) => brandId)).toEqual(['Quillo']);
  expect(furnitureOf(text).map(({ start, end }) => text.slice(start, end).slice(0, 22))).toEqual([
    '$20.79/mo x 244.8(281)',
    'See more',
    'AI responses may inclu',
  ]);
  expect(furnitureOf('ChatGPT and Gemini are assistants. See more options below.')).toEqual([]);
});

test('a brand does not inherit the praise of the one before a lost line break', () => {
  const [, second] = read('Quillo One is an excellent, superb phone.Ankora Five has a screen.', 'Quillo', 'Ankora');
  expect(second).toMatchObject({ sentiment: 'neutral', context: 'Ankora Five has a screen.' });
});

test('position counts untracked brands that head items, several products of one brand once', () => {
  const list = [
    '- **Foo 1**: fine',
    '- **Foo 2**: fine',
    '- **Quillo**: fine',
    '- **Bar**: fine',
    '- **Ankora**: fine',
  ];
  expect(read(list.join('\n'), 'Quillo', 'Ankora').map(({ position }) => position)).toEqual([2, 4]);
  const glued = 'Top picks: Ankora One: It is fine.Foomia Two: It is fine.Quillo Three: It is fine.';
  expect(read(glued, 'Quillo', 'Ankora').map(({ position }) => position)).toEqual([1, 3]);
});

function describe(text: string) {
  const occurrences = [...text.matchAll(/Quillo|Ankora/g)].map(({ index, 0: name }) => ({
    brand: name === 'Quillo' ? 0 : 1,
    start: index,
    end: index + name.length,
  }));
  const found = describeBrand(readParts(text), occurrences, 0);
  return [found.role, ...[...found.reasons.keys()].sort()];
}

test.each([
  ['**Best overall: Quillo** is the one that you should get.', ['top_pick']],
  ['For the most of them I would recommend Quillo, or for you Ankora.', ['top_pick']],
  ['We think that you should avoid Quillo for this.', ['warned_against']],
  ['Ankora is the one that is better than Quillo for this.', ['passing']],
  ['1. Quillo is one\n2. Ankora is the other', ['listed']],
  ['Quillo has an excellent battery life, but it is expensive.', ['listed', '+battery life', '-expensive']],
  [
    'This is Quillo:\n- Pros: camera and battery life\n- Cons: the price',
    ['listed', '+battery life', '+camera', '-price'],
  ],
  ['Ankora is expensive for what it is. Quillo is easy to use and not expensive.', ['listed', '+easy to use']],
])('the role and the reasons in: %s', (text, expected) => {
  expect(describe(text)).toEqual(expected);
});
