import { contextAt } from './context.ts';
import { foldText } from './fold.ts';
import { headOf } from './item-head.ts';
import { maskMarkdown } from './mask.ts';
import { findOccurrences, type Occurrence } from './mentions.ts';
import { plainText } from './plain-text.ts';
import type { PreparedSubject } from './prepare-subject.ts';
import { type RankedItem, rankedItems } from './ranked-items.ts';
import { splitSentences } from './sentences.ts';
import { validateAlias } from './validate-alias.ts';

/** A name that heads an item of a list in which a tracked brand heads another. */
export interface Candidate {
  name: string;
  /** The sentence of the item as plain text, at most 300 characters. */
  context: string;
}

/** Beyond this many characters an item's head is a sentence. */
const LONGEST_HEAD = 80;
const LONGEST_NAME = 40;
const MOST_WORDS = 4;
/** Heads of items that say what a list is about, not who. Brands that are common words (Slack, Notion) are not among them. */
const HEADINGS = new Set(
  `all alternatives and audience best budget choice conclusion cons cost costs customization customisation ease easiest easy
   enterprise example features focus for free fit good ideal integration integrations key limitations main more most note
   of option options other others overall paid performance platform popular premium price prices pricing product pros
   rating recommendation reliability reporting scalability security simple small software strengths summary support teams
   the tip tips tool tools top trial use users value verdict weaknesses why`.split(/\s+/),
);

/**
 * Names in an answer that might be competitors nobody tracks yet. A list of products is known by a tracked brand in it:
 * without one, "Pricing" and "Support" head items just as well. Each name once.
 */
export function findCandidates(text: string, subject: PreparedSubject): Candidate[] {
  const masks = maskMarkdown(text);
  const parts = { text, masks, sentences: splitSentences(text, masks) };
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
    const end = headOf(text, content, lineEnd, isRow).end ?? lineEnd;
    while (next < occurrences.length && (occurrences[next] as Occurrence).start < content) next++;
    const first = occurrences[next];
    return { list, start: content, end, isTracked: first !== undefined && first.start < end };
  });
}

function trimmed(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}\p{M}\p{N}+!]+$/u, '');
}

/** What a heading, a sentence or an attack has and a name does not: separators, markup, controls of direction. */
const NOT_IN_NAMES =
  /[,;:?"“”„«»<>{}|\\/=@#*_[\]()\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd]|\s[-–—]\s|[.!]\s/u;

function isName(name: string): boolean {
  const words = name.split(' ');
  if (name.length > LONGEST_NAME || words.length > MOST_WORDS || NOT_IN_NAMES.test(name)) return false;
  if (!/\p{L}/u.test(name) || validateAlias({ text: name }).error !== undefined) return false;
  // "weftly" may be a name and may be a word; with a capital, a digit or a dot somewhere it is more likely the former.
  const isMarked = !/^\p{Ll}/u.test(name) || /[\p{Lu}\p{N}.]/u.test(name);
  return isMarked && !words.every((word) => HEADINGS.has(foldText(word)));
}
