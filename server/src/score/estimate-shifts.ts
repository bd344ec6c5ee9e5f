import { groupBy } from '../base/group-by.ts';

/** How much the share of one prompt on one platform differs between two periods. */
export interface MeasuredShift {
  platform: string;
  promptId: string;
  difference: number;
  /** The variance that sampling alone gives the difference. Above 0. */
  variance: number;
}

/** The part of a difference that all prompts of the platform share, and the prompt's own. The rest is noise. */
export interface EstimatedShift {
  platform: number;
  prompt: number;
}

/** The standard deviation of the shift of a cause, as a share. */
const SIZE = 0.2;
/** The most causes that are looked for. */
const MOST_CAUSES = 3;
/** Before the data is seen: the probability that one of these causes does not exist. */
const NO_CAUSE = 0.65;
/** The same if the change is known to be significant. */
const NO_CAUSE_IF_SIGNIFICANT = 0.1;
const MOST_ROUNDS = 100;
const SETTLED = 1e-6;

/**
 * Finds the few causes that explain the differences. A cause shifts a set of cells by the same amount: one platform, all
 * platforms, one prompt on all platforms, or one prompt on one platform. For each of several causes in turn, every set
 * gets a probability from how well it explains what the other causes leave, until the result is stable. The estimate is
 * the average over the sets. (A sum of single effects: Wang and others, JRSS B 82, 2020.)
 */
export function estimateShifts(shifts: readonly MeasuredShift[], change: 'significant' | 'any'): EstimatedShift[] {
  const noCause = change === 'significant' ? NO_CAUSE_IF_SIGNIFICANT : NO_CAUSE;
  const sets = candidateSets(shifts);
  const rates = shifts.map(({ variance }) => 1 / variance);
  const rests = Float64Array.from(shifts, ({ difference }) => difference);
  const causes = Array.from({ length: Math.min(MOST_CAUSES, sets.length) }, () => new Float64Array(sets.length));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let largestMove = 0;
    for (const cause of causes) {
      addTo(rests, { sets, cause, sign: 1 });
      const next = explainBySet(rests, { sets, rates, noCause });
      next.forEach((value, index) => {
        largestMove = Math.max(largestMove, Math.abs(value - (cause[index] ?? 0)));
      });
      cause.set(next);
      addTo(rests, { sets, cause, sign: -1 });
    }
    if (largestMove < SETTLED) break;
  }
  return sumByKind(shifts.length, { sets, causes });
}

interface CandidateSet {
  kind: keyof EstimatedShift;
  cells: number[];
  /** Among all sets, before the data is seen. */
  probability: number;
}

/** With one prompt, its own shift cannot be distinguished from the platform's and counts as that one. */
function candidateSets(shifts: readonly MeasuredShift[]): CandidateSet[] {
  const cells = shifts.map((_, cell) => cell);
  const platforms = [...groupBy(cells, (cell) => shifts[cell]?.platform).values()];
  const prompts = [...groupBy(cells, (cell) => shifts[cell]?.promptId).values()];
  const kinds = {
    platform: platforms,
    everything: platforms.length > 1 ? [cells] : [],
    prompt: prompts.length > 1 ? prompts : [],
    single: prompts.length > 1 && platforms.length > 1 ? cells.map((cell) => [cell]) : [],
  };
  const used = Object.values(kinds).filter((sets) => sets.length > 0).length;
  return Object.entries(kinds).flatMap(([kind, sets]) =>
    sets.map((set): CandidateSet => {
      const probability = 1 / used / sets.length;
      const isShared = kind === 'platform' || kind === 'everything';
      return { kind: isShared ? 'platform' : 'prompt', cells: set, probability };
    }),
  );
}

/** The expected shift of each set, if exactly one set or none has a common shift. */
function explainBySet(
  rests: Float64Array,
  { sets, rates, noCause }: { sets: CandidateSet[]; rates: readonly number[]; noCause: number },
): Float64Array {
  const expected = new Float64Array(sets.length);
  let total = noCause;
  sets.forEach(({ cells, probability }, index) => {
    let rate = 0;
    let weighted = 0;
    for (const cell of cells) {
      rate += rates[cell] ?? 0;
      weighted += (rates[cell] ?? 0) * (rests[cell] ?? 0);
    }
    const certainty = 1 / (1 + 1 / (rate * SIZE ** 2));
    // The density of the data with the shift, relative to that without it.
    const odds = Math.sqrt(1 - certainty) * Math.exp((certainty * weighted ** 2) / rate / 2);
    const weight = (1 - noCause) * probability * odds;
    total += weight;
    expected[index] = (weight * certainty * weighted) / rate;
  });
  return expected.map((value) => value / total);
}

function addTo(
  rests: Float64Array,
  { sets, cause, sign }: { sets: CandidateSet[]; cause: Float64Array; sign: 1 | -1 },
): void {
  sets.forEach(({ cells }, index) => {
    const shift = sign * (cause[index] ?? 0);
    for (const cell of cells) rests[cell] = (rests[cell] ?? 0) + shift;
  });
}

function sumByKind(length: number, { sets, causes }: { sets: CandidateSet[]; causes: Float64Array[] }) {
  const estimates: EstimatedShift[] = Array.from({ length }, () => ({ platform: 0, prompt: 0 }));
  sets.forEach(({ kind, cells }, index) => {
    const shift = causes.reduce((sum, cause) => sum + (cause[index] ?? 0), 0);
    for (const cell of cells) {
      const estimate = estimates[cell];
      if (estimate) estimate[kind] += shift;
    }
  });
  return estimates;
}
