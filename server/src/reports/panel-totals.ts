import { groupBy } from '../base/group-by.ts';
import { addPanels, overallScore, type PanelSums, panelScore, panelSums } from '../score/visibility.ts';
import type { WindowBasis, WindowScore } from '../score/window.ts';
import type { StretchCounts } from '../store/days/counts.ts';

/**
 * The combined score of many keywords, with all their prompts as one panel. Added up in batches, so that memory does
 * not grow with the number of keywords.
 */
export interface PanelTotals {
  /** Adds one keyword. Without a basis, the interval takes answers as independent. */
  add(counts: StretchCounts[], basis?: WindowBasis): void;
  score(): TotalScore | undefined;
}

export interface TotalScore extends WindowScore {
  /** Citations by platform. */
  cited: Map<string, number>;
}

export function createPanelTotals(): PanelTotals {
  const sums = new Map<string, PanelSums>();
  const cited = new Map<string, number>();
  return {
    add(counts, basis) {
      const earlier = groupBy(basis?.before ?? [], (count) => count.platform);
      for (const [platform, mine] of groupBy(counts, (count) => count.platform)) {
        const scatter = basis?.scatter.get(platform);
        const added = panelSums(mine, basis && { before: earlier.get(platform) ?? [], scatter });
        const before = sums.get(platform);
        sums.set(platform, before ? addPanels(before, added) : added);
        const citations = mine.reduce((sum, count) => sum + count.citations, 0);
        cited.set(platform, (cited.get(platform) ?? 0) + citations);
      }
    },
    score() {
      const scores = [...sums].flatMap(([platform, sum]) => {
        const score = panelScore(sum);
        return score ? [[platform, score] as const] : [];
      });
      const platforms = new Map(scores);
      const overall = overallScore(platforms);
      const citations = [...cited.values()].reduce((sum, count) => sum + count, 0);
      return overall && { overall, platforms, citations, cited };
    },
  };
}
