import { sharedPrompts } from './counts.ts';
import type { Look } from './judge-group.ts';
import { toPoints } from './rounding.ts';
import { criticalT } from './student-t.ts';
import { type PlatformScore, panelSums, scoreWith } from './visibility.ts';
import { type Interval, Z_95 } from './wilson.ts';

/** What was compared and the result: the evidence of an event. */
export interface Change {
  /** The closed window, or the last three together. */
  look: Look['look'];
  /** Baseline: valid answers, and those that mention the brand, to the prompts present on both sides. */
  n1: number;
  k1: number;
  /** Now, the same prompts. */
  n2: number;
  k2: number;
  prompts: number;
  /** Windows pooled into the baseline. */
  windows: number;
  /** `platform_score` of the baseline and now, on the prompts present on both sides. */
  previousScore: number;
  newScore: number;
  previousInterval: Interval;
  newInterval: Interval;
  /** R(k₂/n₂) − R(k₁/n₁) over all prompts, the difference that is compared with `minPoints`. */
  points: number;
  z: number;
  p: number;
  phi: number;
  df: number;
  /** How many independent answers of equal worth would vary as much as those now. */
  effectiveAnswers: number;
}

export function changeOf(look: Look): Change | undefined {
  const [before, now] = sharedPrompts(look.before, look.now);
  const { comparison, phi, df } = look;
  const previous = scoreOf(before, { answers: comparison.effectiveBefore, phi, df });
  const current = scoreOf(now, { answers: comparison.effectiveNow, phi, df });
  if (!previous || !current) return undefined;
  const [all, allBefore] = [panelSums(look.now), panelSums(look.before)];
  return {
    look: look.look,
    n1: previous.n,
    k1: previous.k,
    n2: current.n,
    k2: current.k,
    prompts: now.length,
    windows: look.windows,
    previousScore: previous.score,
    newScore: current.score,
    previousInterval: previous.interval,
    newInterval: current.interval,
    points: toPoints(all.k / all.n) - toPoints(allBefore.k / allBefore.n),
    z: look.z,
    p: look.p,
    phi,
    df,
    effectiveAnswers: comparison.effectiveNow,
  };
}

/** A score whose interval has e/max(1, φ) answers and Student's t. */
export function scoreOf(
  counts: Look['now'],
  { answers, phi, df }: { answers: number; phi: number; df: number },
): PlatformScore | undefined {
  return scoreWith(counts, (answers / Math.max(1, phi)) * (Z_95 / criticalT(0.05, df)) ** 2);
}
