import type { Scatter } from './scatter.ts';
import { criticalT, twoSidedT } from './student-t.ts';
import type { Interval } from './wilson.ts';

/** How many valid answers to one prompt mention the own brand, a competitor, and both. */
export interface PairedCounts {
  promptId: string;
  n: number;
  own: number;
  competitor: number;
  both: number;
}

/** The answers of one platform, and how much those about each brand vary. */
export interface PairedPlatform {
  platform: string;
  counts: PairedCounts[];
  scatter: { own: Scatter; competitor: Scatter };
}

export interface PairedLead {
  /** Own share minus the competitor's share, −1 to 1. */
  lead: number;
  /** 95 %. */
  bounds: Interval;
  /** The probability of a lead at least this large in either direction if both are mentioned equally often. */
  p: number;
}

/**
 * Compares two brands on the same answers: McNemar's test with continuity correction. Only answers that mention one
 * brand without the other count. All prompts and all platforms are weighted equally, as in scores. The variance is
 * multiplied by the larger scatter of the two brands. Undefined without an answer.
 */
export function pairedLead(platforms: readonly PairedPlatform[]): PairedLead | undefined {
  const parts = platforms.flatMap((platform) => partOf(platform) ?? []);
  if (parts.length === 0) return undefined;
  const sum = (pick: (part: Part) => number) => parts.reduce((total, part) => total + pick(part), 0);
  const lead = sum((part) => part.lead) / parts.length;
  const error = Math.sqrt(sum(({ variance }) => variance)) / parts.length;
  const df = Math.min(...parts.map((part) => part.df));
  // One answer more or less.
  const step = sum((part) => part.step) / parts.length ** 2;
  const distance = Math.max(0, Math.abs(lead) - step);
  const margin = criticalT(0.05, df) * error + step;
  return {
    lead,
    bounds: [Math.max(-1, lead - margin), Math.min(1, lead + margin)],
    p: error === 0 ? 1 : twoSidedT(distance / error, df),
  };
}

interface Part {
  lead: number;
  variance: number;
  /** What one answer counts. */
  step: number;
  df: number;
}

function partOf({ counts, scatter }: PairedPlatform): Part | undefined {
  const prompts = counts.filter(({ n }) => n > 0);
  if (prompts.length === 0) return undefined;
  const part = { lead: 0, variance: 0, step: 0 };
  const phi = Math.max(1, scatter.own.phi, scatter.competitor.phi);
  for (const { n, own, competitor, both } of prompts) {
    const weight = 1 / (n * prompts.length);
    part.lead += weight * (own - competitor);
    part.variance += weight ** 2 * (own + competitor - 2 * both) * phi;
    part.step += weight / prompts.length;
  }
  return { ...part, df: Math.min(scatter.own.df, scatter.competitor.df) };
}
