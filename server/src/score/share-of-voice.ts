import type { Random } from '../base/random.ts';
import { type Ballot, countBallots, countVotes } from './ballots.ts';
import { bootstrapShares } from './bootstrap.ts';
import { toHundred } from './largest-remainder.ts';
import type { Interval } from './wilson.ts';

export interface VoiceShare {
  /** Answers that name this brand. */
  votes: number;
  /** Part of all votes, 0 to 1, unrounded. */
  share: number;
  /** The same in whole points; the points of all brands sum to 100. */
  points: number;
  /** 95 % interval in whole points. */
  interval: Interval;
}

/**
 * S7: each brand's part of all times a tracked brand was named. An answer gives one vote to every brand it names,
 * however often. `answers` holds, for each valid answer, the ids of the tracked brands it names; answers that name none
 * belong in it too. Undefined when nobody is named; a brand that is never named is not in the result.
 */
export function shareOfVoice(
  answers: readonly (readonly string[])[],
  random: Random,
): Map<string, VoiceShare> | undefined {
  return voiceShares(countBallots(answers), random);
}

/** The same from answers that were counted before, by `countBallots` or `mergeBallots`. */
export function voiceShares(ballots: readonly Ballot[], random: Random): Map<string, VoiceShare> | undefined {
  const brands = [...new Set(ballots.flatMap((ballot) => ballot.brands))].sort();
  if (brands.length === 0) return undefined;

  const votes = countVotes(ballots, brands);
  const all = votes.reduce((sum, count) => sum + count, 0);
  const points = toHundred(votes);
  const bounds = bootstrapShares(ballots, brands, random);
  const shares = new Map<string, VoiceShare>();
  brands.forEach((brand, index) => {
    const [count, point, bound] = [votes[index] as number, points[index] as number, bounds[index] as Interval];
    shares.set(brand, { votes: count, share: count / all, points: point, interval: around(point, bound) });
  });
  return shares;
}

/** In whole points. Largest remainder may round a share away from its nearest point; the interval contains it even so. */
function around(point: number, [low, high]: Interval): Interval {
  return [Math.min(point, Math.round(100 * low)), Math.max(point, Math.round(100 * high))];
}
