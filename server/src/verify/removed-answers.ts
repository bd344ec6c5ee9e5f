import { dayOf } from '../base/time.ts';
import type { ReadAnswer } from '../measure/read-stored.ts';

/** Answers of a month that were not analyzed again, because their texts were removed. */
export interface RemovedAnswers {
  /** `2025-08` */
  month: string;
  answers: number;
  /** `texts`: counted from their stored findings. `findings`: their stored counts are taken as they are. */
  level: 'texts' | 'findings';
  removedAt: Date;
}

export function noteRemoved(months: Map<string, RemovedAnswers>, read: ReadAnswer[]): void {
  for (const { answer, findings, removed, isAnalyzed } of read) {
    const textsRemovedAt = removed?.textsRemovedAt;
    if (isAnalyzed || !textsRemovedAt) continue;
    const month = dayOf(answer.askedAt).slice(0, 7);
    const level = findings ? 'texts' : 'findings';
    const removedAt = (!findings && removed.findingsRemovedAt) || textsRemovedAt;
    addRemoved(months, { month, answers: 1, level, removedAt });
  }
}

export function addRemoved(months: Map<string, RemovedAnswers>, one: RemovedAnswers): void {
  const sum = months.get(one.month);
  if (sum) sum.answers += one.answers;
  else months.set(one.month, { ...one });
}

export function describeRemoved({ month, answers, level, removedAt }: RemovedAnswers): string {
  const count = `${answers.toLocaleString('en-US')} ${answers === 1 ? 'answer' : 'answers'}`;
  const outcome =
    level === 'texts' ? 'findings not recomputed, sums checked' : 'findings and sums not recomputed, answers counted';
  return `${month}: ${count}, ${level} removed on ${dayOf(removedAt)}: ${outcome}`;
}
