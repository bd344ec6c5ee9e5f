import { foldText } from './fold.ts';
import { headOf } from './item-head.ts';
import type { Mask } from './mask.ts';
import { isCommonName } from './meant-name.ts';
import type { Occurrence } from './mentions.ts';
import { type RankedItem, rankedItems } from './ranked-items.ts';

/** A head without a tracked brand. Items with the same first word are of one brand, as "Nest Cam" and "Nest Doorbell". */
interface Stranger {
  at: number;
  family: string;
}

/** The first word with a capital, without emoji and articles. */
const FIRST_WORD = /\p{Lu}[\p{L}\p{N}&'’+-]*/u;
/** In a text without lines: "… battery life.Acme One 5: …". After a section's title, the head that follows it. */
const SENTENCE_HEAD = /^\s{0,9}(?:[^.:]{1,60}: ?)?(\p{Lu}[\p{L}&'’+-]+)(?: [^.:]{1,60})?:(?! ?\p{Lu}[^.:]{1,60}:)/u;
const LONGEST_SENTENCE_HEAD = 140;
const TOPICS = new Set(
  `allergies battery budget bundles capacity classic cleaning comfort compatibility connectivity consider considerations
   consideration cons coverage driving durability ergonomics factors features fit for functionality gaming maintenance
   materials maximum monthly movies note number operating original originals other pet power price prices pricing pros
   range recommendation recommendations resolution reviews specialized storage strengths tip tips travel type warranty
   weaknesses weight who why`.split(/\s+/),
);

/**
 * The position of each mentioned brand: the printed number if the head of a list item contains it, otherwise one more
 * than the number of other brands before it. These are the tracked brands mentioned earlier, and the untracked ones that
 * head an item of an unnumbered list with a tracked brand.
 */
export function findPositions(
  { text, masks, sentences }: { text: string; masks: Mask[]; sentences: number[] },
  occurrences: Occurrence[],
): Map<number, number> {
  const ranks = new Map<number, number>();
  if (occurrences.length === 0) return ranks;
  const items = rankedItems(text, masks);
  const untracked: RankedItem[] = [];
  const lists = new Set<number>();
  let next = 0;
  for (const item of items) {
    while (next < occurrences.length && (occurrences[next] as Occurrence).start < item.content) next++;
    const first = next;
    while (next < occurrences.length && (occurrences[next] as Occurrence).start < item.lineEnd) next++;
    const named = first === next ? [] : namedInHead(text, item, occurrences.slice(first, next));
    if (named.length > 0) lists.add(item.list);
    else if (!item.isNumbered) untracked.push(item);
    for (const { brand } of named) {
      if (item.isNumbered && !ranks.has(brand)) ranks.set(brand, item.rank);
    }
  }
  const strangers =
    items.length > 0
      ? untracked
          .filter(({ list }) => lists.has(list))
          .map((item) => ({ at: item.content, family: familyOf(text, item) }))
      : sentenceHeads(text, sentences, occurrences);
  const positions = ordered(occurrences, strangers);
  for (const [brand, rank] of ranks) positions.set(brand, rank);
  return positions;
}

function ordered(occurrences: Occurrence[], strangers: Stranger[]): Map<number, number> {
  const positions = new Map<number, number>();
  const families = new Set<string>();
  let next = 0;
  for (const { brand, start } of occurrences) {
    if (positions.has(brand)) continue;
    for (; next < strangers.length && (strangers[next] as Stranger).at < start; next++) {
      families.add((strangers[next] as Stranger).family);
    }
    positions.set(brand, positions.size + 1 + families.size);
  }
  return positions;
}

function familyOf(text: string, { content, lineEnd, isRow }: RankedItem): string {
  const head = text.slice(content, headOf(text, content, lineEnd, { isRow }).end ?? lineEnd);
  return foldText(FIRST_WORD.exec(head)?.[0] ?? head);
}

/** The untracked heads between tracked ones, in a text whose line breaks were lost. */
function sentenceHeads(text: string, sentences: number[], occurrences: Occurrence[]): Stranger[] {
  const found: Stranger[] = [];
  let kept = 0;
  let next = 0;
  let colon = -1;
  const last = occurrences.at(-1)?.start ?? 0;
  for (const [index, start] of sentences.entries()) {
    if (colon < start) colon = text.indexOf(':', start);
    if (colon === -1 || start > last) break;
    if (colon >= Math.min(sentences[index + 1] ?? text.length, start + LONGEST_SENTENCE_HEAD)) continue;
    const match = SENTENCE_HEAD.exec(text.slice(start, start + LONGEST_SENTENCE_HEAD));
    if (!match?.[1]) continue;
    while (next < occurrences.length && (occurrences[next] as Occurrence).start < start) next++;
    const occurrence = occurrences[next];
    const isTracked = occurrence !== undefined && occurrence.start < start + match[0].length;
    const family = foldText(match[1]);
    if (isTracked) kept = found.length;
    if (isTracked && found.length === 0) found.push({ at: start, family: '' });
    else if (!isTracked && found.length > 0 && !TOPICS.has(family) && !isCommonName(family)) {
      found.push({ at: start, family });
    }
  }
  return found.slice(1, Math.max(1, kept));
}

/**
 * In "Acme – cheaper than Beta" only Acme; in an item without a separator the first name; in "Best value: Acme" Acme.
 */
function namedInHead(text: string, { content, lineEnd, isRow }: RankedItem, named: Occurrence[]): Occurrence[] {
  const first = named[0];
  if (!first) return [];
  const { end, value } = headOf(text, content, lineEnd, { isRow });
  if (end === undefined) return [first];
  const inHead = named.filter(({ start }) => start < end);
  const isValue = value !== undefined && first.start === value.start && first.end === value.end;
  return inHead.length === 0 && isValue ? [first] : inHead;
}
