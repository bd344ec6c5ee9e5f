import { expect, test } from 'vitest';
import { analyze, prepareSubject } from './analyze.ts';
import { spansInContext } from './context-spans.ts';

const brand = { id: 'brand', name: 'Heron Board', aliases: [{ text: 'Heron Board' }], domains: [] };
const subject = prepareSubject({ brand, competitors: [] });

function marked(text: string): { context: string; words: string[] } {
  const [mention] = analyze({ text, cited: [], retrieved: [] }, subject).mentions;
  if (!mention) throw new Error('not mentioned');
  const spans = spansInContext(text, mention.spans, mention.context);
  return { context: mention.context, words: spans.map(([start, end]) => mention.context.slice(start, end)) };
}

test.each([
  'Plainly. Heron Board is one, and **Heron Board** it stays.',
  '🦩 Others.\n\n1. **[Heron Board](https://a.example/x)** – see `code`[1] and Heron Board.[2] Heron Board again.',
  '> _Heron Board_   with blanks <b>Heron Board</b>',
])('stored mentions are found in the sentence without markup: %s', (text) => {
  expect(marked(text).words).toEqual(['Heron Board', 'Heron Board']);
});

test('mentions are found in a sentence that is cut at both ends', () => {
  const { context, words } = marked(`${'many words and '.repeat(40)}*Heron Board* ${'and more of them '.repeat(40)}`);
  expect([context[0], context.at(-1), words]).toEqual(['…', '…', ['Heron Board']]);
});

test('a name that is not a stored mention is not marked', () => {
  const text = 'Heron Board, not Heron Board.';
  expect(spansInContext(text, [[17, 28]], text)).toEqual([[17, 28]]);
});

test('a sentence that the text does not contain has no mentions', () => {
  expect(spansInContext('Heron Board', [[0, 11]], 'Something else')).toEqual([]);
  expect(spansInContext('', [], 'Something')).toEqual([]);
});
