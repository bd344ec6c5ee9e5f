import { type Random, seededRandom } from '../../base/random.ts';
import type { Source } from './citing.ts';
import { pick } from './dice.ts';
import { slug } from './pages.ts';
import type { PlantedGap, SimulatedQuestion, World } from './world.ts';

/** How much of the brand's share is lost, and of the competitor's possible share gained, in answers with the source. */
const STRENGTH = 0.85;

/** The planted gap of the question's keyword and platform, and whether this answer uses its source. */
export interface GapInAnswer {
  gap: PlantedGap;
  isUsed: boolean;
}

export function gapIn(world: World, question: SimulatedQuestion): GapInAnswer | undefined {
  const { keyword, prompt, platform, day, repetition } = question;
  const gap = world.gaps.find((one) => one.keyword === keyword.toLowerCase() && one.platform === platform);
  const random = () => seededRandom([world.seed, keyword, prompt, platform, day, repetition, 'gap'].join('\n'))();
  return gap && { gap, isUsed: random() < gap.share };
}

/** A brand's share in this answer. Over answers with and without the source, its mean is `share`. */
export function shareWithGap(share: number, brandId: string, { gap, isUsed }: GapInAnswer): number {
  const used = gap.share;
  const withSource =
    brandId === gap.competitorId
      ? Math.min(share + STRENGTH * (1 - share), share / used)
      : brandId === 'brand'
        ? Math.max(share * (1 - STRENGTH), (share - (1 - used)) / used)
        : share;
  return isUsed ? withSource : (share - used * withSource) / (1 - used);
}

const PATHS = ['/best/{slug}', '/reviews/{slug}', '/2026/{slug}-tested'];

/** The page that an answer with a planted source cites. None for a query. */
export function pageOfGap(random: Random, { kind, source, title }: PlantedGap, keyword: string): Source[] {
  if (kind === 'query') return [];
  const path = kind === 'page' ? source : `https://${source}${pick(random, PATHS).replace('{slug}', slug(keyword))}`;
  return [{ url: path, title, discreet: false }];
}
