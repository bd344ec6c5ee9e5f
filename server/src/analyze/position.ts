import { headOf } from './item-head.ts';
import type { Mask } from './mask.ts';
import type { Occurrence } from './mentions.ts';
import { type RankedItem, rankedItems } from './ranked-items.ts';

/**
 * The position of each mentioned brand: its rank if the head of a list item contains it, otherwise one more than the
 * number of other brands mentioned before it.
 */
export function findPositions(text: string, masks: Mask[], occurrences: Occurrence[]): Map<number, number> {
  const positions = new Map<number, number>();
  for (const { brand } of occurrences) {
    if (!positions.has(brand)) positions.set(brand, positions.size + 1);
  }
  const ranks = new Map<number, number>();
  let next = 0;
  for (const item of rankedItems(text, masks)) {
    while (next < occurrences.length && (occurrences[next] as Occurrence).start < item.content) next++;
    const first = next;
    while (next < occurrences.length && (occurrences[next] as Occurrence).start < item.lineEnd) next++;
    for (const { brand } of namedInHead(text, item, occurrences.slice(first, next))) {
      if (!ranks.has(brand)) ranks.set(brand, item.rank);
    }
  }
  for (const [brand, rank] of ranks) positions.set(brand, rank);
  return positions;
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
