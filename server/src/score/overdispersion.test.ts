import { expect, test } from 'vitest';
import { overdispersion } from './overdispersion.ts';

test('without history the dispersion is 1.5', () => {
  expect(overdispersion([])).toEqual({ phi: 1.5, pairs: 0 });
  expect(overdispersion([window(12)])).toEqual({ phi: 1.5, pairs: 0 });
});

test('a pair of windows changes the dispersion by its squared difference divided by its variance', () => {
  // 12/40 and 22/40: 0.25² / (0.425 · 0.575 · 2/40) = 5.1151; (6 + 5.1151) / 5
  expect(overdispersion([window(12), window(22)]).phi).toBeCloseTo(2.22302, 5);
  expect(overdispersion([window(12), window(22)]).pairs).toBe(1);
});

test('a calm history lowers the dispersion, never below 1', () => {
  expect(overdispersion([window(12), window(12)])).toEqual({ phi: 1.2, pairs: 1 });
  expect(overdispersion(Array.from({ length: 5 }, () => window(12)))).toEqual({ phi: 1, pairs: 4 });
});

test('only the last twelve pairs count', () => {
  const calm = Array.from({ length: 13 }, () => window(12));
  expect(overdispersion([window(40), ...calm])).toEqual({ phi: 1, pairs: 12 });
  expect(overdispersion([window(40), ...calm.slice(1)]).phi).toBeGreaterThan(1);
});

test('pairs in which no or every answer mentions the brand contain no information about dispersion', () => {
  expect(overdispersion([window(0), window(0)])).toEqual({ phi: 1.5, pairs: 0 });
  expect(overdispersion([window(40), window(40), window(12)]).pairs).toBe(1);
});

test('a pair is compared on the prompts that both windows have', () => {
  const withNewPrompt = [...window(12), { promptId: 'new', n: 40, k: 40 }];
  expect(overdispersion([window(12), withNewPrompt])).toEqual({ phi: 1.2, pairs: 1 });
  expect(overdispersion([window(12), [{ promptId: 'new', n: 40, k: 40 }]])).toEqual({ phi: 1.5, pairs: 0 });
});

test('a window without an answer is skipped', () => {
  expect(overdispersion([window(12), [], window(12)])).toEqual({ phi: 1.2, pairs: 1 });
});

function window(k: number) {
  return [{ promptId: 'one', n: 40, k }];
}
