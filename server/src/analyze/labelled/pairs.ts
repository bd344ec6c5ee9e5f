import type { LabelledAnswer } from './answer.ts';
import { ENGLISH } from './english.ts';
import { EUROPEAN } from './european.ts';
import { OTHER_SCRIPTS } from './other-scripts.ts';
import { TRAPS } from './traps.ts';

export { BRANDS } from './brands.ts';

export const ANSWERS: LabelledAnswer[] = [...ENGLISH, ...TRAPS, ...EUROPEAN, ...OTHER_SCRIPTS];

/** Right and wrong over all answer–brand pairs. */
export interface Quality {
  pairs: number;
  precision: number;
  recall: number;
  wrong: string[];
}

/** Holds a way of finding brands against the labels. */
export function judge(findNamed: (text: string) => ReadonlySet<string>): Quality {
  let pairs = 0;
  let truePositives = 0;
  let falsePositives = 0;
  const wrong: string[] = [];
  for (const { text, named, absent } of ANSWERS) {
    const found = findNamed(text);
    const missed = named.filter((brand) => !found.has(brand));
    const invented = absent.filter((brand) => found.has(brand));
    pairs += named.length + absent.length;
    truePositives += named.length - missed.length;
    falsePositives += invented.length;
    wrong.push(
      ...missed.map((brand) => `missed ${brand}: ${text}`),
      ...invented.map((brand) => `invented ${brand}: ${text}`),
    );
  }
  const actual = ANSWERS.reduce((sum, { named }) => sum + named.length, 0);
  return { pairs, precision: truePositives / (truePositives + falsePositives), recall: truePositives / actual, wrong };
}
