import { pointsText } from '../../../server/src/base/score-text.ts';
import type { MoveEvent } from '../api/events.ts';
import { formatNumber } from '../base/format.ts';
import { platformLook } from '../base/platforms.ts';

/** The event in one line. */
export function describeMove(move: MoveEvent): string {
  if (move.type === 'alert.triggered') return `Alert “${move.data.alert_name}”: score ${move.data.current_score}`;
  const { previous_score: before, new_score: after, platform } = move.data;
  const who = move.type === 'competitor.changed' ? `${move.data.competitor_name} on ` : '';
  return `${who}${platformLook(platform).name}: ${before} → ${after} (${pointsText(after - before)})`;
}

export function platformOf(move: MoveEvent): string | undefined {
  return move.type === 'alert.triggered' ? undefined : move.data.platform;
}

/** The probability of a change by chance, in words: `about 46 of 10,000`. */
export function describeChance(p: number): string {
  if (p < 0.0001) return `less than 1 of ${formatNumber(10_000)}`;
  if (p < 0.01) return `about ${Math.max(1, Math.round(p * 10_000))} of ${formatNumber(10_000)}`;
  return `about ${Math.max(1, Math.round(p * 100))} of 100`;
}
