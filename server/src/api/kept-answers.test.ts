import { expect, test } from 'vitest';
import { type KeptAnswer, keepAnswers } from './kept-answers.ts';

const answerOf = (text: string): KeptAnswer => ({
  version: '1',
  answer: { status: 200, headers: {}, text: undefined, bytes: Buffer.from(text) },
});
/** About 12,000 bytes each. */
const LONG = 'x'.repeat(10_000);

test('the least recently used response makes room', () => {
  const kept = keepAnswers(30_000);
  kept.set('a', answerOf(LONG));
  kept.set('b', answerOf(LONG));
  expect(kept.get('a')?.answer.bytes?.toString()).toBe(LONG);
  kept.set('c', answerOf(LONG));
  expect(['a', 'b', 'c'].filter((name) => kept.get(name))).toEqual(['a', 'c']);
});

test('a response that replaces another frees the space of the old one', () => {
  const kept = keepAnswers(30_000);
  kept.set('a', answerOf(LONG));
  for (let i = 0; i < 10; i++) kept.set('b', answerOf(LONG));
  expect(['a', 'b'].filter((name) => kept.get(name))).toEqual(['a', 'b']);
});

test('a very long response is not kept, nor the older one it replaces', () => {
  const kept = keepAnswers();
  kept.set('a', answerOf(LONG));
  kept.set('a', answerOf('x'.repeat(300_000)));
  expect(kept.get('a')).toBeUndefined();
});

test('a name is repeated from its second time on', () => {
  const { isRepeated } = keepAnswers();
  expect(['a', 'b', 'a', 'a', 'b'].map(isRepeated)).toEqual([false, false, true, true, true]);
});
