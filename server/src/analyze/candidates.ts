import { contextAt, readParts } from './context.ts';
import { foldText } from './fold.ts';
import { headOf } from './item-head.ts';
import { findOccurrences, type Occurrence } from './mentions.ts';
import { plainText } from './plain-text.ts';
import type { PreparedSubject } from './prepare-subject.ts';
import { type RankedItem, rankedItems } from './ranked-items.ts';
import { validateAlias } from './validate-alias.ts';

/** A name at the head of a list item, in a list where another item is headed by a tracked brand. */
export interface Candidate {
  name: string;
  /** The sentence of the item as plain text, at most 300 characters. */
  context: string;
}

/** A head with more characters is a sentence. */
const LONGEST_HEAD = 80;
const LONGEST_NAME = 40;
const MOST_WORDS = 4;
/** Heads of items that are topics, not brands. Brands that are common words (Slack, Notion) are not included. */
const HEADINGS = new Set(
  `all alternatives and audience best budget choice conclusion cons cost costs customization customisation ease easiest easy
   enterprise example features focus for free fit good ideal integration integrations key limitations main more most note
   of option options other others overall paid performance platform popular premium price prices pricing product pros
   rating recommendation reliability reporting scalability security simple small software strengths summary support teams
   the tip tips tool tools top trial use users value verdict weaknesses why`.split(/\s+/),
);

/**
 * Names in an answer that might be untracked competitors. Only lists with a tracked brand are used: in other lists,
 * "Pricing" and "Support" are heads of items too. Each name is returned once.
 */
export function findCandidates(answer: string, subject: PreparedSubject): Candidate[] {
  const parts = readParts(answer);
  const { text, masks } = parts;
  const heads = headsOf(text, rankedItems(text, masks), findOccurrences(parts, subject));
  const lists = new Set(heads.filter(({ isTracked }) => isTracked).map(({ list }) => list));
  const found = new Map<string, Candidate>();
  for (const { list, isTracked, start, end } of heads) {
    if (isTracked || !lists.has(list) || end - start > LONGEST_HEAD || text.charAt(end) === '?') continue;
    const name = trimmed(plainText(text, [start, end], masks));
    const folded = foldText(name);
    if (!isName(name) || found.has(folded)) continue;
    found.set(folded, { name, context: contextAt(parts, [start, end]) });
  }
  return [...found.values()];
}

interface ItemHead {
  list: number;
  start: number;
  end: number;
  isTracked: boolean;
}

function headsOf(text: string, items: RankedItem[], occurrences: Occurrence[]): ItemHead[] {
  let next = 0;
  return items.map(({ list, content, lineEnd, isRow }) => {
    const end = headOf(text, content, lineEnd, { isRow }).end ?? lineEnd;
    while (next < occurrences.length && (occurrences[next] as Occurrence).start < content) next++;
    const first = occurrences[next];
    return { list, start: content, end, isTracked: first !== undefined && first.start < end };
  });
}

function trimmed(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}\p{M}\p{N}+!]+$/u, '');
}

/** What a heading, a sentence or an attack contains and a name does not: separators, markup, direction controls. */
const NOT_IN_NAMES =
  /[,;:?"“”„«»<>{}|\\/=@#*_[\]()\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd]|\s[-–—]\s|[.!]\s/u;

function isName(name: string): boolean {
  const words = name.split(' ');
  if (name.length > LONGEST_NAME || words.length > MOST_WORDS || NOT_IN_NAMES.test(name)) return false;
  if (!/\p{L}/u.test(name) || validateAlias({ text: name }).error !== undefined) return false;
  // "weftly" may be a name or a word. With a capital, a digit or a dot it is more likely a name.
  const isMarked = !/^\p{Ll}/u.test(name) || /[\p{Lu}\p{N}.]/u.test(name);
  return isMarked && !words.every((word) => HEADINGS.has(foldText(word)));
}
