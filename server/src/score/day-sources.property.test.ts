import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answersWith, joinSources, makeSources, type SourcedAnswer } from './day-sources.ts';
import { addToSum, emptySum } from './sum-day.ts';

const NAMES = ['a', 'b', 'c', 'ü', '__proto__'];
const name = fc.constantFrom(...NAMES);
/** As many as a workspace can have. */
const BRANDS = ['brand', ...Array.from({ length: 50 }, (_, i) => `cmp_${i}`)];
/** A page has one domain and one owner. Two of a domain, so that an answer can cite both. */
const PAGES: SourcedAnswer['pages'] = NAMES.flatMap((domain, i) => [
  [`${i}`, domain, ['', 'brand', 'cmp_1'][i % 3] ?? ''],
  [`-${i}0`, domain, ''],
]);
const answers = fc
  .uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 3 }),
      prompt: fc.nat(4),
      queries: fc.uniqueArray(name),
      brands: fc.uniqueArray(fc.constantFrom(...BRANDS)),
      pages: fc.uniqueArray(fc.constantFrom(...PAGES)),
    }),
    { selector: ({ id }) => id, maxLength: 12 },
  )
  .map((list): SourcedAnswer[] => list);

const sorted = (list: SourcedAnswer[]) =>
  list
    .map((one) => ({
      ...one,
      queries: [...one.queries].sort(),
      brands: [...one.brands].sort(),
      pages: [...one.pages].sort(),
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));

test('sources keep all of their answers, and are the same in any order of them', () => {
  fc.assert(
    fc.property(answers, (list) => {
      const stored = JSON.parse(JSON.stringify(makeSources(list)));
      expect(sorted(answersWith(stored))).toEqual(sorted(list));
      expect(makeSources([...list].reverse())).toEqual(stored);
    }),
  );
});

test('parts that are joined are the sources of all answers at once', () => {
  fc.assert(
    fc.property(answers, fc.nat(12), (list, at) => {
      const parts = [makeSources(list.slice(at)), makeSources(list.slice(0, at))];
      expect(joinSources(parts)).toEqual(makeSources(list));
    }),
  );
});

test('a sum is what is counted answer by answer', () => {
  fc.assert(
    fc.property(answers, fc.nat(12), (list, at) => {
      const sum = emptySum();
      for (const part of [list.slice(0, at), list.slice(at)]) addToSum(sum, makeSources(part));
      for (const [key, domain, owner] of PAGES) {
        const citing = list.filter(({ pages }) => pages.some((page) => page[0] === key));
        const kind = owner === '' ? 'other' : owner === 'brand' ? 'own' : 'competitor';
        expect(sum.pages[kind].get(key) ?? 0).toBe(citing.length);
        const beside = list.filter(({ pages }) => pages.some((page) => page[1] === domain));
        const mentioning = (isOne: (brand: string) => boolean) =>
          beside.filter(({ brands }) => brands.some(isOne)).length;
        const counts = sum.domains.get(domain) ?? { answers: 0, rivals: 0, brands: {} as Record<string, number> };
        expect(counts.answers).toBe(beside.length);
        expect(counts.rivals).toBe(mentioning((brand) => brand !== 'brand'));
        for (const id of BRANDS) {
          expect(counts.brands[id] ?? 0).toBe(mentioning((brand) => brand === id));
        }
      }
      const total = Object.values(sum.pages).flatMap((pages) => [...pages.values()]);
      expect(total.reduce((a, b) => a + b, 0)).toBe(list.reduce((n, { pages }) => n + pages.length, 0));
    }),
  );
});
