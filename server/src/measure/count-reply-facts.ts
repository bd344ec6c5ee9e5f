import type { Findings } from '../analyze/analyze.ts';
import { countedStatus } from '../analyze/counted-status.ts';
import { dayOf } from '../base/time.ts';
import { endingOf } from '../collect/endings.ts';
import type { Answer, AnswerStatus } from '../collect/platform.ts';
import type { ReplyFact } from '../store/counts/reply-facts.ts';

/** A reply of a platform with what was found in it. */
export interface SeenReply {
  question: { platform: string };
  surface: string;
  askedAt: Date;
  status: AnswerStatus;
  reason: string | undefined;
  answer: Answer;
  findings: Pick<Findings, 'danglingMarkers' | 'isTruncated'>;
}

/** Reasons of failures that can come from a changed reply. Others are failures of the network or the account. */
const UNREADABLE = new Set(['empty', 'bad_reply', 'unreadable']);

/** What the replies of the platforms' APIs look like, summed per day. */
export function countReplyFacts(replies: SeenReply[]): ReplyFact[] {
  const counts = new Map<string, ReplyFact>();
  for (const reply of replies.filter(({ surface }) => surface === 'api')) {
    const place = { platform: reply.question.platform, day: dayOf(reply.askedAt) };
    for (const [fact, by] of factsOf(reply)) {
      const key = `${place.platform} ${place.day} ${fact}`;
      const count = counts.get(key) ?? { ...place, fact, count: 0 };
      count.count += by;
      counts.set(key, count);
    }
  }
  return [...counts.values()].filter(({ count }) => count > 0);
}

function factsOf({ answer, findings, status, reason }: SeenReply): [fact: string, count: number][] {
  const counted = countedStatus(status, findings);
  if (counted === 'no_search') return [['no_search', 1]];
  const isAnswer = counted === 'valid' || counted === 'truncated';
  if (!isAnswer && !(counted === 'failed' && UNREADABLE.has(reason ?? ''))) return [];
  const problems = answer.problems.map(({ kind, detail }): [string, number] => [`${kind} ${detail}`, 1]);
  if (!isAnswer) return [['unreadable', 1], ...problems];
  const cited = answer.cited.length;
  return [
    ['answers', 1],
    ['searched', answer.searched === true ? 1 : 0],
    ['cited', cited],
    ['cited_squares', cited * cited],
    ['cut_off', endingOf(answer.stop) === 'cut_off' ? 1 : 0],
    ['unsourced_marker', findings.danglingMarkers.length > 0 ? 1 : 0],
    ...problems,
  ];
}
