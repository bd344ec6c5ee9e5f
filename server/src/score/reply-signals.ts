import { fisherMidP } from './fisher.ts';

/** A platform's replies of some days: how often each fact was counted. */
export type ReplyFacts = ReadonlyMap<string, number>;

export const SIGNAL_KINDS = [
  'unreadable',
  'unknown_item',
  'missing_usage',
  'unknown_ending',
  'unread_marker',
  'unsourced_marker',
  'searched_fell',
  'citations_fell',
  'cut_off',
  'no_search',
] as const;

/** A sign that a platform changed its replies, before scores move. */
export interface ReplySignal {
  kind: (typeof SIGNAL_KINDS)[number];
  message: string;
  /** How many answers show it. */
  answers: number;
}

/** One odd reply is no change. Half of the replies are one, however few there are. */
const FEW = 3;
/** For a comparison with earlier days. */
const LEAST_NOW = 8;
const LEAST_BEFORE = 20;
const P_VALUE = 0.001;
const Z_VALUE = 3.29;
/** Share of replies that are cut off, unreadable or without a search. */
const MANY = 0.2;
const SHARES = {
  unreadable: 'have no text that can be read',
  cut_off: 'are cut off',
  no_search: 'have only failed searches',
};

/** Compares the replies of the last two days with those of the two weeks before. */
export function replySignals(now: ReplyFacts, before: ReplyFacts): ReplySignal[] {
  return [...oddReplies(now), ...shares(now), ...markers(now, before), ...falls(now, before)];
}

const of = (facts: ReplyFacts, fact: string) => facts.get(fact) ?? 0;

/** Parts of replies that the adapter does not understand, named. */
function oddReplies(now: ReplyFacts): ReplySignal[] {
  const all = of(now, 'answers') + of(now, 'unreadable');
  const words = {
    unknown_item: 'contain something unknown',
    missing_usage: 'report no usage, so their cost is unknown',
    unknown_ending: 'end with an unknown word',
    unread_marker: 'contain unresolved citation markers',
  };
  return Object.entries(words).flatMap(([kind, meaning]): ReplySignal[] => {
    const found = [...now].filter(([fact]) => fact.startsWith(`${kind} `)).sort(([, a], [, b]) => b - a);
    const answers = found[0]?.[1] ?? 0;
    if (answers < FEW && answers * 2 < all) return [];
    const details = found.map(([fact]) => fact.slice(kind.length + 1)).slice(0, 3);
    if (details.length === 0) return [];
    const message = `${answers} of ${all} replies ${meaning} (${details.join(', ')})`;
    return [{ kind: kind as ReplySignal['kind'], answers, message }];
  });
}

function shares(now: ReplyFacts): ReplySignal[] {
  const all = of(now, 'answers') + of(now, 'unreadable') + of(now, 'no_search');
  return Object.entries(SHARES).flatMap(([kind, words]): ReplySignal[] => {
    const answers = of(now, kind);
    if (answers < FEW || answers < MANY * all) return [];
    return [{ kind: kind as ReplySignal['kind'], answers, message: `${answers} of ${all} replies ${words}` }];
  });
}

/** Models sometimes write a marker that refers to nothing, so only an increase is a sign. */
function markers(now: ReplyFacts, before: ReplyFacts): ReplySignal[] {
  const [k, n] = [of(now, 'unsourced_marker'), of(now, 'answers')];
  const [kBefore, nBefore] = [of(before, 'unsourced_marker'), of(before, 'answers')];
  const isNew = nBefore < LEAST_BEFORE ? k >= n / 2 : isMore({ k, n }, { k: kBefore, n: nBefore });
  if (k < FEW || !isNew) return [];
  const message = `${k} of ${n} answers have a citation marker without a source`;
  return [{ kind: 'unsourced_marker', answers: k, message }];
}

function isMore(more: { k: number; n: number }, less: { k: number; n: number }): boolean {
  return more.k / more.n >= (2 * less.k) / less.n && fisherMidP(more, less) < P_VALUE;
}

function falls(now: ReplyFacts, before: ReplyFacts): ReplySignal[] {
  const [n, nBefore] = [of(now, 'answers'), of(before, 'answers')];
  if (n < LEAST_NOW || nBefore < LEAST_BEFORE) return [];
  const [searched, searchedBefore] = [of(now, 'searched'), of(before, 'searched')];
  const found: ReplySignal[] = [];
  if (isMore({ k: searchedBefore, n: nBefore }, { k: searched, n })) {
    const message = `${percent(searched / n)} of the answers show a search, before ${percent(searchedBefore / nBefore)}`;
    found.push({ kind: 'searched_fell', answers: n - searched, message });
  }
  const [mean, meanBefore] = [of(now, 'cited') / n, of(before, 'cited') / nBefore];
  // The earlier answers' variance for both sides: a few answers with few citations also vary little.
  const error = Math.sqrt(variance(before, nBefore) * (1 / n + 1 / nBefore));
  if (meanBefore > 0 && mean <= meanBefore / 2 && meanBefore - mean >= Z_VALUE * error) {
    const message = `${mean.toFixed(1)} citations per answer, before ${meanBefore.toFixed(1)}`;
    found.push({ kind: 'citations_fell', answers: n, message });
  }
  return found;
}

function variance(facts: ReplyFacts, n: number): number {
  const mean = of(facts, 'cited') / n;
  return Math.max(0, of(facts, 'cited_squares') / n - mean * mean);
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
