import type { Random } from '../../base/random.ts';

export function chance(random: Random, probability: number): boolean {
  return random() < probability;
}

/** A leaning above 1 prefers the front of the list. */
export function pick<T>(random: Random, items: readonly T[], leaning = 1): T {
  const item = items[Math.floor(random() ** leaning * items.length)];
  if (item === undefined) throw new Error('Nothing to pick from');
  return item;
}

/** Deals a list in random order, so that nothing repeats before every item was dealt. */
export function deal<T>(random: Random, items: readonly T[], leaning = 1): () => T {
  const left: T[] = [];
  return () => {
    if (left.length === 0) left.push(...items);
    const [item] = left.splice(Math.floor(random() ** leaning * left.length), 1);
    if (item === undefined) throw new Error('Nothing to deal');
    return item;
  };
}
