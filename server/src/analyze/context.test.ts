import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyze, prepareSubject } from './analyze.ts';

const subject = prepareSubject({ brand: { id: 'brand', aliases: [{ text: 'Acme' }], domains: [] }, competitors: [] });

function contextIn(text: string): string | undefined {
  return analyze({ text, cited: [], retrieved: [] }, subject).mentions[0]?.context;
}

test.each([
  ['First one. Acme is good. Acme is last.', 'Acme is good.'],
  ['1. **Acme** – *fast* and ~~cheap~~ __good__[1][2]', 'Acme – fast and cheap good'],
  ['### 2. [Acme](https://acme.io/?utm_source=x "Title")', 'Acme'],
  ['> - Use `npm i` with Acme, see https://acme.io/a_b_c', 'Use npm i with Acme, see https://acme.io/a_b_c'],
  ['| Acme | from $5 | yes |', 'Acme | from $5 | yes'],
  ['Acme<br>is \\*good\\* & snake_case', 'Acme is *good* & snake_case'],
  ['Good.【3†source】 Acme wins【1†source】.', 'Acme wins.'],
  ['Acme is 2 * 3 wide', 'Acme is 2 * 3 wide'],
  ['![logo](a.png) Acme is here', 'Acme is here'],
  ['我用Acme。别的。', '我用Acme。'],
  ['Acme\u0000 and\ud800 more', 'Acme and\ufffd more'],
])('the context is the sentence of the first mention as plain text: %j', (text, expected) => {
  expect(contextIn(text)).toBe(expected);
});

test('a long sentence is cut around the name, with an ellipsis on each cut side', () => {
  const early = contextIn(`Acme ${'word '.repeat(100)}`);
  expect(early).toMatch(/^Acme word .*word…$/);
  const late = contextIn(`${'word '.repeat(200)}Acme ${'word '.repeat(100)}`);
  expect(late).toMatch(/^….*word Acme word.*…$/);
  expect([early, late].map((context) => (context?.length ?? 0) <= 300)).toEqual([true, true]);
});

test('a cut never splits a visible character', () => {
  const family = '👩‍👩‍👧‍👦';
  const context = contextIn(`Acme ${family.repeat(60)}`) ?? '';
  expect(context.length).toBeLessThanOrEqual(300);
  expect(context.replaceAll(family, '')).toBe('Acme …');
});

test('a context is never longer than 300 characters, well-formed, and on one line', () => {
  const noise = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('e\u0301'.repeat(400), 'a\u0301'.repeat(50) + '\u0301'.repeat(900), '**', '\n', '[x](y)'),
  );
  fc.assert(
    fc.property(fc.array(noise), fc.array(noise), (before, after) => {
      const context = contextIn(`${before.join('')} Acme ${after.join('')}`) ?? '';
      expect(context.length).toBeLessThanOrEqual(300);
      expect(context).not.toMatch(/[\n\0]|\p{Surrogate}/u);
    }),
    { numRuns: 30 },
  );
});
