import { seededRandom } from '../../base/random.ts';
import { servedModel } from './models.ts';
import type { SimulatedQuestion, World } from './world.ts';

/**
 * The fraction of answers that follow their prompt's favorites. Two answers on successive days then have about half of
 * their brands in common, as published comparisons of repeated prompts report (45–59 %).
 */
const FAVORITES = 0.55;
/** The correlation of answers within one prompt and week: it limits what more answers a week can show. */
const WEEK_CORRELATION = 0.1;
/** The correlation of answers within one platform and day, over all prompts and brands: the platform's mood. */
const DAY_CORRELATION = 0.02;

const WEEK_DAYS = 7;
const PANEL_SIZE = 5;

export interface Asked {
  world: World;
  question: SimulatedQuestion;
  /** The prompt's place in the default panel. Undefined for a custom prompt. */
  place: number | undefined;
}

/** How often the answers of that day to that prompt mention a brand that has this share over the panel and in the long run. */
export function shareToday(share: number, brandId: string, asked: Asked): number {
  const { world, question } = asked;
  const { keyword, prompt, platform, day } = question;
  const week = [world.seed, brandId, keyword, prompt, platform, Math.floor(day / WEEK_DAYS), 'week'].join('|');
  const mood = [world.seed, platform, day, 'mood'].join('|');
  return repeating(repeating(promptShare(share, brandId, asked), week, WEEK_CORRELATION), mood, DAY_CORRELATION);
}

/**
 * A brand is the favorite of as many prompts as its share fills of the panel, so the mean over the panel is the share.
 * Which prompts these are differs between keywords and models.
 */
function promptShare(share: number, brandId: string, { world, question, place }: Asked): number {
  if (place === undefined) return share;
  const turn = seededRandom([world.seed, brandId, question.keyword, servedModel(question), 'prompts'].join('|'))();
  const rank = (place + Math.floor(turn * PANEL_SIZE)) % PANEL_SIZE;
  const favored = Math.min(1, Math.max(0, share * PANEL_SIZE - rank));
  return share + FAVORITES * (favored - share);
}

/**
 * Answers that repeat one choice: if each does so with the probability √r, two of them correlate by r at any share, and
 * the mean over all choices is still the share.
 */
function repeating(share: number, choice: string, correlation: number): number {
  const chosen = seededRandom(choice)() < share ? 1 : 0;
  return share + Math.sqrt(correlation) * (chosen - share);
}
