import { seededRandom } from '../../base/random.ts';
import { deal } from './dice.ts';
import { servedModel } from './models.ts';
import type { Publisher, SimulatedQuestion, World } from './world.ts';

/**
 * What a model prefers for one prompt, so that answers on successive days share about 39 % of their cited domains
 * (published comparisons: 34–42 %) and half of all products, tracked or not.
 */
export interface Favorites {
  /** Untracked products, the preferred ones first. */
  extras: string[];
  /** Review sites, magazines and forums, the preferred ones first. */
  publishers: Publisher[];
  /** The brands whose own sites it prefers to cite. */
  sites: Set<string>;
}

/** How strongly picks lean to the front of a list: the first of five gets 85 % of them (10) or 67 % (4). */
export const LEANING = { extras: 10, publishers: 4 };
/** How often a statement about a brand cites the brand's own site: 40 % in the mean. */
export const CITES_SITE = { preferred: 0.75, other: 0.05 };

export function favoritesOf(world: World, question: SimulatedQuestion, publishers: Publisher[]): Favorites {
  const random = seededRandom([world.seed, question.keyword, question.prompt, servedModel(question)].join('|'));
  const shuffled = <T>(items: T[]): T[] => {
    const next = deal(random, items);
    return items.map(() => next());
  };
  return {
    extras: shuffled(world.extras),
    publishers: shuffled(publishers),
    sites: new Set([world.brand, ...world.competitors].filter(() => random() < 0.5).map(({ id }) => id)),
  };
}
