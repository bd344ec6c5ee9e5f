import { CLASS, WORD } from './fold.ts';
import { finderOf, lookUp } from './lexicon.ts';
import { AGAINST, ASPECTS, FOR } from './reason-words.ts';

/** Why an answer is for a brand (`+battery life`) or against it (`-expensive`). */
export type Reason = `${'+' | '-'}${string}`;

interface ReasonPhrase {
  /** What follows the first word: " life" after "battery". */
  rest: string;
  name: string;
  /** 0: an aspect, whose sign is in the words beside it. */
  sign: -1 | 0 | 1;
}

/** Words before reasons of one kind, which follow up to the end of the sentence. */
const FOR_CUES = 'pros highlights strengths advantages praised lauded renowned known excels shines boasts'.split(' ');
const AGAINST_CUES =
  'cons drawbacks drawback downsides downside weaknesses disadvantages lacks lacking complaints criticized'.split(' ');
const findCue = finderOf([...FOR_CUES, ...AGAINST_CUES]);
const PHRASES = phrasesByWord();
const findPhrases = finderOf([...PHRASES.keys()]);
const WORDS = [...PHRASES.keys()];
const MOST_REASONS = 12;
/** Words between a judgement and what it is about. */
const REACH = 4;
const NEGATED_FOR = 3;

/** Adds the reasons in text[from, to), a passage about one brand, each with the offset where it is given first. */
export function addReasons(text: string, [from, to]: [number, number], reasons: Map<Reason, number>): void {
  let cue: -1 | 0 | 1 = 0;
  let near: -1 | 0 | 1 = 0;
  let left = 0;
  let negated = 0;
  let waiting: { name: string; at: number }[] = [];
  const add = (sign: number, { name, at }: { name: string; at: number }) => {
    const reason: Reason = `${sign > 0 ? '+' : '-'}${name}`;
    if (!reasons.has(reason)) reasons.set(reason, at);
  };
  const flush = (sign: number) => {
    if (sign !== 0) for (const one of waiting) add(sign, one);
    waiting = [];
  };
  for (let i = from; i < to && reasons.size < MOST_REASONS; ) {
    if (CLASS[text.charCodeAt(i)] !== WORD) {
      const character = text.charAt(i++);
      if ('.!?;\n'.includes(character) && CLASS[text.charCodeAt(i)] !== WORD) {
        flush(cue);
        [cue, near, left, negated] = character === '\n' ? [cue, 0, 0, 0] : [0, 0, 0, 0];
      } else if (character === ',' || character === '|') {
        flush(cue);
        left = Math.min(left, 2);
        negated = 0;
      }
      continue;
    }
    const end = wordEnd(text, i, to);
    const phrase = phraseAt(text, i, end, to);
    const entry = lookUp(text, i, end);
    if (entry?.role === 'contrast') {
      flush(cue);
      [cue, near, left] = [0, 0, 0];
    }
    const found = findCue(text, i, end);
    if (found !== undefined) cue = found < FOR_CUES.length ? 1 : -1;
    if (phrase && phrase.sign !== 0) {
      // "Not expensive" is no reason against, and "not easy to use" is one.
      if (negated <= 0) add(phrase.sign, { name: phrase.name, at: i });
      near = phrase.sign;
      left = REACH;
    } else if (phrase) {
      if (left > 0 && near !== 0) add(near, { name: phrase.name, at: i });
      else waiting.push({ name: phrase.name, at: i });
    } else if (entry?.weight !== undefined && entry.weight !== 0) {
      near = entry.weight > 0 === negated <= 0 ? 1 : -1;
      left = REACH;
      // "The battery life is excellent."
      flush(near);
    }
    negated = entry?.role === 'negation' ? NEGATED_FOR : negated - 1;
    left--;
    i = phrase ? end + phrase.rest.length : end;
  }
  flush(cue);
}

function wordEnd(text: string, from: number, to: number): number {
  let end = from + 1;
  while (end < to && (CLASS[text.charCodeAt(end)] === WORD || isJoiner(text, end))) end++;
  return end;
}

function isJoiner(text: string, at: number): boolean {
  return "-'’".includes(text.charAt(at)) && CLASS[text.charCodeAt(at + 1)] === WORD;
}

function phraseAt(text: string, start: number, end: number, to: number): ReasonPhrase | undefined {
  const index = findPhrases(text, start, end);
  if (index === undefined) return undefined;
  const options = PHRASES.get(WORDS[index] as string) ?? [];
  return options.find(
    ({ rest }) =>
      end + rest.length <= to && text.startsWith(rest, end) && CLASS[text.charCodeAt(end + rest.length)] !== WORD,
  );
}

/** By first word, the longest first, because "battery" is also the start of "battery life". */
function phrasesByWord(): Map<string, ReasonPhrase[]> {
  const phrases = new Map<string, ReasonPhrase[]>();
  for (const [list, sign] of [
    [FOR, 1],
    [AGAINST, -1],
    [ASPECTS, 0],
  ] as const) {
    for (const line of list.trim().split('\n')) {
      const [name = '', others] = line.split(':');
      for (const phrase of [name, ...(others?.split(',') ?? [])].map((one) => one.trim())) {
        const [first = ''] = phrase.split(' ');
        const known = phrases.get(first) ?? [];
        phrases.set(first, known);
        known.push({ rest: phrase.slice(first.length), name, sign });
      }
    }
  }
  for (const known of phrases.values()) known.sort((a, b) => b.rest.length - a.rest.length);
  return phrases;
}
