import { type Random, seededRandom } from '../../base/random.ts';
import { defaultPanelPlace } from '../panel.ts';
import { shareToday } from './clustering.ts';
import { type GapInAnswer, shareWithGap } from './gaps.ts';
import { servedModel } from './models.ts';
import type { SimulatedBrand, SimulatedQuestion, World } from './world.ts';

const QUARTER_DAYS = 90;
/** A shift in the first three weeks would have no baseline. */
const FIRST_SHIFT_DAY = 21;

export interface Series {
  brandId: string;
  keyword: string;
  platform: string;
  day: number;
}

/**
 * The known truth: the probability that a valid answer of that day mentions the brand, averaged over the default panel
 * and over the choices that answers repeat. For a prompt that is not in the default panel, it is that prompt's own
 * probability.
 * @internal Tests compare the whole pipeline with it.
 */
export function trueShare(world: World, series: Series): number {
  const brand = brandsOf(world).find(({ id }) => id === series.brandId);
  return brand ? brandShare(world, brand, series) : 0;
}

/** Decides which brands an answer mentions. */
export function drawNamed(
  random: Random,
  world: World,
  { gap, ...question }: SimulatedQuestion & { gap: GapInAnswer | undefined },
): { named: SimulatedBrand[]; unnamed: SimulatedBrand[] } {
  const place = defaultPanelPlace(question.keyword, question.prompt)?.index;
  const named: SimulatedBrand[] = [];
  const unnamed: SimulatedBrand[] = [];
  for (const brand of brandsOf(world)) {
    const today = shareToday(brandShare(world, brand, question), brand.id, { world, question, place });
    const share = gap ? shareWithGap(today, brand.id, gap) : today;
    (random() < share ? named : unnamed).push(brand);
  }
  return { named, unnamed };
}

function brandsOf(world: World): SimulatedBrand[] {
  return [world.brand, ...world.competitors];
}

function brandShare(world: World, brand: SimulatedBrand, { keyword, platform, day }: Omit<Series, 'brandId'>): number {
  const topic = `${world.seed}|${brand.id}|${keyword.toLowerCase()}`;
  const random = seededRandom(`${topic}|${servedModel({ platform, day })}`);
  const story = world.stories.find(
    (one) => one.brandId === brand.id && one.keyword === keyword.toLowerCase() && one.platform === platform,
  );
  if (story) return day < story.day ? story.before : story.after;

  const drift = 0.02 * Math.sin(2 * Math.PI * (random() + day / (150 + 150 * random())));
  const base = brand.level + 0.4 * (seededRandom(topic)() - 0.5) + 0.2 * (random() - 0.5);
  return bounded(shifted(bounded(base), { brand, day, seed: `${topic}|${platform}` }) + drift);
}

/** Follows the steps up to a day. High levels step down and low ones up, so that no series reaches its limit. */
function shifted(base: number, { brand, day, seed }: { brand: SimulatedBrand; day: number; seed: string }): number {
  let level = base;
  for (let start = 0; start <= day; start += QUARTER_DAYS) {
    const random = seededRandom(`${seed}|${start}`);
    if (random() >= brand.shiftChance) continue;
    const earliest = start === 0 ? FIRST_SHIFT_DAY : start;
    if (day < earliest + Math.floor(random() * (start + QUARTER_DAYS - earliest))) continue;
    const size = 0.2 + 0.15 * random();
    const rises = level < 0.35 || (level < 0.6 && random() < 0.5);
    level = bounded(rises ? level + size : level - size);
  }
  return level;
}

function bounded(share: number): number {
  return Math.min(0.94, Math.max(0.04, share));
}
