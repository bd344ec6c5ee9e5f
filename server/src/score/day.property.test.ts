import fc from 'fast-check';
import { expect, test } from 'vitest';
import { own } from '../base/own.ts';
import { answersOf, appendToDay, type Day, type DayAnswer, makeDay, movePlaces } from './day.ts';
import { type CellCounts, scanDays } from './scan-days.ts';

// 50 competitors and the own brand: one more than a mask of 32 bits twice over could be taken for.
const brand = fc.constantFrom(0, 1, 2, 31, 32, 33, 50);
const oncePerBrand = (other: fc.Arbitrary<number>) =>
  fc.uniqueArray(fc.tuple(brand, other), { selector: ([one]) => one, maxLength: 5 });
const place = {
  platform: fc.constantFrom('chatgpt', 'claude', 'constructor'),
  prompt: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 300 })),
};
const valid: fc.Arbitrary<DayAnswer> = fc.record({
  ...place,
  status: fc.constant('valid' as const),
  mentions: oncePerBrand(fc.integer({ min: 0, max: 2 })),
  cited: oncePerBrand(fc.integer({ min: 1, max: 12 })),
  pages: fc.nat(60),
});
const other: fc.Arbitrary<DayAnswer> = fc.record({
  ...place,
  status: fc.constantFrom('truncated' as const, 'refused' as const, 'failed' as const),
  mentions: fc.constant([]),
  cited: fc.constant([]),
  pages: fc.constant(0),
});
const answers = fc.array(fc.oneof({ weight: 5, arbitrary: valid }, other), { maxLength: 40 });
const shuffled = answers.chain((some) =>
  fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
);

const textOf = (day: Day) => JSON.stringify(day);

test('a day is the same in any order of its answers, mentions and citations', () => {
  fc.assert(
    fc.property(shuffled, ([some, others]) => {
      const turned = others.map((one) => ({
        ...one,
        mentions: one.mentions.toReversed(),
        cited: one.cited.toReversed(),
      }));
      expect(textOf(makeDay(turned))).toBe(textOf(makeDay(some)));
    }),
  );
});

test('the answers of a day make the same day', () => {
  fc.assert(
    fc.property(answers, (some) => {
      const day = makeDay(some);
      expect(textOf(makeDay(answersOf(day)))).toBe(textOf(day));
    }),
  );
});

test('answers that are appended in parts make the same day as all at once', () => {
  fc.assert(
    fc.property(fc.array(answers, { maxLength: 5 }), (parts) => {
      const stored = parts.reduce((day, part) => appendToDay(JSON.parse(textOf(day)), part), {} as Day);
      expect(textOf(makeDay(answersOf(stored)))).toBe(textOf(makeDay(parts.flat())));
    }),
  );
});

test('a day says how many answers there were of each status, what they mention and how many pages they cite', () => {
  fc.assert(
    fc.property(answers, (some) => {
      const back = answersOf(makeDay(some));
      expect(tally(back, linesOf)).toEqual(tally(some, linesOf));
      const pagesOf = ({ platform, pages }: DayAnswer): [string, number][] => [[platform, pages]];
      expect(tally(back, pagesOf)).toEqual(tally(some, pagesOf));
    }),
  );
});

test('brands that move to other places keep their mentions and pages, and those without a place lose them', () => {
  // The first and the last change places, the second is gone.
  const places = Array.from(
    { length: 51 },
    (_, place) =>
      new Map([
        [0, 50],
        [50, 0],
        [1, -1],
      ]).get(place) ?? place,
  );
  const expected = (list: [number, number][]) =>
    list.filter(([one]) => one !== 1).map(([one, value]) => [one === 0 ? 50 : one === 50 ? 0 : one, value]);
  fc.assert(
    fc.property(answers, (some) => {
      const moved = some.map((one) => ({ ...one, mentions: expected(one.mentions), cited: expected(one.cited) }));
      const back = answersOf(movePlaces(appendToDay({}, some), places));
      expect(tally(back, linesOf)).toEqual(tally(moved as DayAnswer[], linesOf));
    }),
  );
});

test('scanning the text of many days counts what the answers say about one brand', () => {
  fc.assert(
    fc.property(fc.array(answers, { maxLength: 4 }), brand, (days, wanted) => {
      const text = days.map((some, ago) => `[${100 + ago},${textOf(appendToDay({}, some))}]`).join();
      const found: CellCounts[] = [];
      scanDays(text, { brand: wanted, use: (cell) => found.push({ ...cell }) });
      const scanned = found.flatMap(({ ago, platform, prompt, n, k, citations }) => {
        const name = `${ago} ${platform} ${prompt}`;
        return [`${name} n ${n}`, `${name} k ${k}`, `${name} citations ${citations}`];
      });
      expect(scanned.sort()).toEqual(naiveCounts(days, wanted).sort());
    }),
  );
});

/** An answer that can be told from another. */
function linesOf({ platform, prompt, status, mentions, cited }: DayAnswer): [string, number][] {
  return [[JSON.stringify([platform, prompt, status, mentions.map(String).sort(), cited.map(String).sort()]), 1]];
}

function tally(some: DayAnswer[], countsOf: (answer: DayAnswer) => [string, number][]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, count] of some.flatMap(countsOf)) {
    if (count > 0) sums[name] = (own(sums, name) ?? 0) + count;
  }
  return sums;
}

/** Day by day, prompt by prompt, looking at every answer. */
function naiveCounts(days: DayAnswer[][], wanted: number): string[] {
  return days.flatMap((some, ago) => {
    const asked = some.filter(({ status }) => status === 'valid');
    const cells = new Set(asked.map(({ platform, prompt }) => `${platform} ${prompt}`));
    return [...cells].flatMap((cell) => {
      const mine = asked.filter(({ platform, prompt }) => `${platform} ${prompt}` === cell);
      const named = mine.filter(({ mentions }) => mentions.some(([one]) => one === wanted));
      const pages = mine.flatMap(({ cited }) => cited).filter(([one]) => one === wanted);
      const citations = pages.reduce((sum, [, count]) => sum + count, 0);
      const name = `${100 + ago} ${cell}`;
      return [`${name} n ${mine.length}`, `${name} k ${named.length}`, `${name} citations ${citations}`];
    });
  });
}
