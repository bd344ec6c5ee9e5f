import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readCoverage } from './font-coverage.ts';
import { createTypesetter, wordByWord } from './typesetter.ts';

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto');
const roboto = { name: 'Roboto', covers: readCoverage(readFileSync(join(fonts, 'Roboto-Regular.ttf'))) };
const han = { name: 'Han', covers: (codePoint: number) => codePoint >= 0x4e00 && codePoint <= 0x9fff };
const hebrew = { name: 'Hebrew', covers: (codePoint: number) => codePoint >= 0x590 && codePoint <= 0x5ff };

const plain = (runs: { text: string }[]) => runs.map(({ text }) => text).join('');

test.each([
  'najlepsze buty łódź',
  'лучшие кроссовки',
  'καλύτερα παπούτσια',
  'giày chạy bộ tốt nhất',
  'C++ & “Größe” – 100 %',
])('the PDF’s own font has the letters of %s', (text) => {
  const typeset = createTypesetter([roboto]);
  expect(typeset(text)).toEqual([{ text, font: 'Roboto' }]);
  expect(typeset.undrawn()).toBe(0);
});

test.each(['最好的跑鞋', 'أفضل أحذية', '러닝화', 'รองเท้า', 'nike 跑鞋'])(
  '%s is told by its id, not in empty boxes',
  (text) => {
    const typeset = createTypesetter([roboto]);
    expect(typeset(text, { instead: 'kw_1' })).toEqual([{ text: 'kw_1', font: 'Roboto' }]);
    typeset(text, { instead: 'kw_1' });
    expect(typeset.undrawn()).toBe(1);
  },
);

test('a second font draws the letters that the first lacks', () => {
  const typeset = createTypesetter([roboto, han]);
  expect(typeset('nike 跑鞋 2026')).toEqual([
    { text: 'nike ', font: 'Roboto' },
    { text: '跑鞋', font: 'Han' },
    { text: ' 2026', font: 'Roboto' },
  ]);
});

test('words that are read from the right are drawn from the right', () => {
  expect(plain(createTypesetter([roboto, hebrew])('נעלי ריצה טובות'))).toBe('טובות ריצה נעלי');
});

test('what turns a page around or is only a picture is left out', () => {
  const typeset = createTypesetter([roboto]);
  expect(plain(typeset('best\u202e shoes\u0007 👟 2026\n'))).toBe('best shoes 2026');
  expect(plain(typeset('\u202e', { instead: 'kw_1' }))).toBe('kw_1');
});

test('long texts are cut between characters', () => {
  const typeset = createTypesetter([roboto]);
  const cut = plain(typeset('é'.repeat(500)));
  expect([...cut].length).toBe(120);
  expect(cut.endsWith('é…')).toBe(true);
});

test('a sentence keeps the words that can be drawn', () => {
  expect(plain(wordByWord('No answer: 跑鞋, desk.', createTypesetter([roboto])))).toBe('No answer: (…) desk.');
});
