import type { Answer, AnswerStatus } from './platform.ts';

/** The finish reasons that platforms use for a refusal. */
const REFUSALS = new Set([
  'refusal',
  'content_filter',
  'safety',
  'prohibited_content',
  'blocklist',
  'spii',
  'image_safety',
]);
/** The reply ended without an answer, even if it contains text. */
const FAILURES = new Set(['failed', 'cancelled', 'pause_turn', 'error', 'no_search']);

/** How a reply counts, and why if it is not valid. Only `valid` is part of a sample. */
export function replyStatus({ stop, text }: Pick<Answer, 'stop' | 'text'>): {
  status: AnswerStatus;
  reason: string | undefined;
} {
  const word = stop?.toLowerCase() ?? '';
  if (REFUSALS.has(word)) return { status: 'refused', reason: word };
  if (FAILURES.has(word)) return { status: 'failed', reason: word };
  if (text.trim() === '') return { status: 'failed', reason: 'empty' };
  return { status: 'valid', reason: undefined };
}
