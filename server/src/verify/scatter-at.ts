import { own } from '../base/own.ts';
import type { Scatter } from '../score/scatter.ts';
import { windowOf } from '../score/window.ts';
import { pastScatter } from '../store/counts/judged-groups.ts';
import type { Db } from '../store/db.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import type { KnownScatter } from './judgements.ts';

/** A window may be judged while a number is being published, which then does not know of it. */
const OVERLAP_MS = 5 * 60_000;

/**
 * What intervals of a day, published at a time, must be based on, by platform. `stored` decides only between windows
 * that were judged at almost the same time.
 */
export type ScatterAt = (published: {
  day: string;
  time: Date;
  stored: Record<string, Scatter>;
}) => ReadonlyMap<string, Scatter>;

/** From the recomputed windows. Those that cannot be recomputed any more are taken as stored. */
export async function scatterAt(
  db: Db,
  { workspaceId, firstDay }: Workspace,
  { keywordId, recomputed }: { keywordId: string; recomputed: KnownScatter[] },
): Promise<{ at: ScatterAt; differences: string[] }> {
  const stored = await pastScatter(db, workspaceId, keywordId);
  const known = stored.map(
    (one) => recomputed.find((other) => isSame(one, other)) ?? { ...one, judgedAt: new Date(0) },
  );
  return {
    differences: stored.flatMap((one, index) => unequal(one, known[index] ?? one)),
    at: ({ day, time, stored: published }) => {
      const window = windowOf(firstDay, day);
      const judged = known.filter((one) => one.window < window && one.judgedAt <= time).reverse();
      const platforms = [...new Set(judged.map(({ platform }) => platform))].sort();
      return new Map(
        platforms.flatMap((platform): [string, Scatter][] => {
          const [latest, before] = judged.filter((one) => one.platform === platform);
          const isUnknown = latest && time.getTime() - latest.judgedAt.getTime() < OVERLAP_MS;
          const isEarlier = isUnknown && own(published, platform)?.phi === before?.phi;
          const scatter = isEarlier ? before : latest;
          return scatter ? [[platform, { phi: scatter.phi, df: scatter.df }]] : [];
        }),
      );
    },
  };
}

function isSame(one: { platform: string; window: number }, other: KnownScatter): boolean {
  return one.platform === other.platform && one.window === other.window;
}

interface Measured extends Scatter {
  platform: string;
  window: number;
}

function unequal(stored: Measured, recomputed: Measured): string[] {
  if (stored.phi === recomputed.phi && stored.df === recomputed.df) return [];
  const textOf = ({ phi, df }: Scatter) => JSON.stringify({ phi, df });
  return [
    `scatter ${stored.platform} window ${stored.window}: stored ${textOf(stored)}; recomputed ${textOf(recomputed)}`,
  ];
}
