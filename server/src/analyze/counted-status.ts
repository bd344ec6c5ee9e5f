import type { AnswerStatus } from '../collect/platform.ts';
import type { Findings } from './analyze.ts';

/**
 * The status of an answer under one subject. `valid` and `truncated` are decided again by each analysis; a refusal or
 * failure stays.
 */
export function countedStatus(status: AnswerStatus, { isTruncated }: Pick<Findings, 'isTruncated'>): AnswerStatus {
  if (status !== 'valid' && status !== 'truncated') return status;
  return isTruncated ? 'truncated' : 'valid';
}
