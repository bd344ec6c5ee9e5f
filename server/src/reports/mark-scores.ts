import { LEAST_ANSWERS } from '../base/score-text.ts';
import { plannedAnswers, sumPlanned } from '../measure/planned-answers.ts';
import { WINDOW_DAYS } from '../score/window.ts';
import type { Db } from '../store/db.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import type { ComparedScore, KeywordScore, Mover, Movers, ReportContent } from './content.ts';
import { points } from './find-movers.ts';
import { lengthOf } from './gather-numbers.ts';
import type { Period } from './period.ts';

export interface Marking {
  workspace: Workspace;
  period: Period;
  /** All keywords of the report. */
  keywordIds: string[];
  movers: Movers;
  /** All significant changes. */
  changed: Mover[];
}

type Scores = Pick<ReportContent, 'summary' | 'platforms' | 'keywords'>;

/** Adds to each score whether its change is significant, and how many answers are planned if it has too few. */
export async function markScores(db: Db, { summary, platforms, keywords }: Scores, marking: Marking): Promise<Scores> {
  const { movers, changed } = marking;
  const isTested = movers.compared > 0;
  const planned = await plannedFor(db, { summary, platforms, keywords }, marking);
  const of = (some: Mover[]) => (isTested && some.length === 0 ? false : null);
  return {
    summary: summary && { ...summary, significant: of(changed), ...planned(summary) },
    platforms: platforms.map((one) => {
      const mine = changed.filter(({ platform }) => platform === one.platform);
      return { ...one, significant: of(mine), ...planned(one, { platform: one.platform }) };
    }),
    keywords: keywords.map((one) => {
      const mine = changed.filter(({ keyword_id }) => keyword_id === one.keyword_id);
      const significant = isSame(one, mine) || of(mine);
      return { ...one, significant, ...planned(one, { keywordId: one.keyword_id }) };
    }),
  };
}

/** Whether a platform of the keyword changed significantly in the direction of its score. */
function isSame({ previous_score, visibility_score }: KeywordScore, changed: Mover[]): boolean {
  if (previous_score === null) return false;
  return changed.some((mover) => Math.sign(points(mover)) === Math.sign(visibility_score - previous_score));
}

type Part = { platform?: string; keywordId?: string };

async function plannedFor(
  db: Db,
  { summary, platforms, keywords }: Scores,
  { workspace, period, keywordIds }: Marking,
) {
  const isFew = ({ sample_size }: ComparedScore) => sample_size < LEAST_ANSWERS;
  const isAnyFew = [...(summary ? [summary] : []), ...platforms, ...keywords].some(isFew);
  const asked = platforms.map(({ platform }) => platform);
  const plan = isAnyFew ? await plannedAnswers(db, workspace, { platforms: asked, keywordIds }) : new Map();
  const weeks = lengthOf(period) / WINDOW_DAYS;
  return (score: ComparedScore, { platform, keywordId }: Part = {}): { planned?: number } => {
    if (!isFew(score)) return {};
    const mine = keywordId === undefined ? plan : new Map([[keywordId, plan.get(keywordId) ?? {}]]);
    return { planned: Math.round(weeks * sumPlanned(mine, platform)) };
  };
}
