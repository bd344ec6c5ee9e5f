import { endingOf } from './endings.ts';
import type { Answer, AnswerStatus } from './platform.ts';

/**
 * How a reply counts, and why if it is not valid. Only `valid` is part of a sample. Whether a cut-off answer counts is
 * decided when it is analyzed, because that depends on what it mentions.
 */
export function replyStatus({ stop, text }: Pick<Answer, 'stop' | 'text'>): {
  status: AnswerStatus;
  reason: string | undefined;
} {
  const word = stop?.toLowerCase();
  const ending = endingOf(stop);
  if (ending === 'refused') return { status: 'refused', reason: word };
  if (word === 'no_search') return { status: 'no_search', reason: word };
  if (ending === 'none') return { status: 'failed', reason: word };
  if (text.trim() === '') return { status: 'failed', reason: ending === 'cut_off' ? word : 'empty' };
  return { status: 'valid', reason: undefined };
}
