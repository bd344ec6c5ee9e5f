import { DEFAULT_CHANGE_SETTINGS } from '../score/judge-group.ts';
import { signedNumber } from '../score/signed.ts';
import type { Mover, Movers } from './content.ts';
import type { JudgedSeries } from './gather-numbers.ts';

const MOST_MOVERS = 8;

/** The largest significant increases and decreases. `changed` has all of them. */
export function findMovers(series: JudgedSeries[]): { movers: Movers; changed: Mover[] } {
  const movers: Mover[] = [];
  for (const { keyword, platform, change, isSignificant } of series) {
    if (Math.min(change.n1, change.n2) < DEFAULT_CHANGE_SETTINGS.minAnswers) continue;
    movers.push({
      keyword_id: keyword.keywordId,
      keyword: keyword.keyword,
      platform,
      previous_score: change.previousScore,
      visibility_score: change.newScore,
      change: signedNumber(change.newScore - change.previousScore),
      p_value: Number(change.p.toPrecision(3)),
      significant: isSignificant,
    });
  }
  const changed = movers.filter(({ significant }) => significant);
  const inOrder = [...changed].sort(byWeight);
  const found = {
    up: inOrder.filter((mover) => points(mover) > 0).slice(0, MOST_MOVERS),
    down: inOrder.filter((mover) => points(mover) < 0).slice(0, MOST_MOVERS),
    compared: movers.length,
    not_compared: series.length - movers.length,
    significant: changed.length,
  };
  return { movers: found, changed };
}

function byWeight(a: Mover, b: Mover): number {
  const byPoints = Math.abs(points(b)) - Math.abs(points(a));
  if (byPoints !== 0) return byPoints;
  return `${a.keyword} ${a.platform}` < `${b.keyword} ${b.platform}` ? -1 : 1;
}

export function points({
  previous_score,
  visibility_score,
}: Pick<Mover, 'previous_score' | 'visibility_score'>): number {
  return visibility_score - previous_score;
}
