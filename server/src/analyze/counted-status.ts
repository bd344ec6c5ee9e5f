import type { AnswerStatus } from '../collect/platform.ts';
import type { Findings } from './analyze.ts';

/** The reason of a valid answer, shown as its status: it says that it does not know the own brand. */
export const UNKNOWN_BRAND = 'unknown_to_platform';

export type ShownStatus = AnswerStatus | typeof UNKNOWN_BRAND;

/**
 * The status of an answer under one subject. `valid` and `truncated` are decided again by each analysis; a refusal or
 * failure stays.
 */
export function countedStatus(status: AnswerStatus, { isTruncated }: Pick<Findings, 'isTruncated'>): AnswerStatus {
  if (status !== 'valid' && status !== 'truncated') return status;
  return isTruncated ? 'truncated' : 'valid';
}

/** The reason for a counted status; `known` is that of a refusal or failure. */
export function countedReason(
  status: AnswerStatus,
  { isUnknown, stop, known }: { isUnknown: boolean; stop: string | undefined; known: string | undefined },
): string | undefined {
  if (status === 'truncated') return stop?.toLowerCase();
  return status === 'valid' ? (isUnknown ? UNKNOWN_BRAND : undefined) : known;
}

export function shownStatus({ status, reason }: { status: AnswerStatus; reason: string | undefined }): ShownStatus {
  return status === 'valid' && reason === UNKNOWN_BRAND ? UNKNOWN_BRAND : status;
}
