import type { Db } from '../store/db.ts';
import { type ClaimedQuestion, renewLease } from '../store/questions/questions.ts';

/** Questions that are held for as long as they wait and are asked. */
export interface KeptLease {
  /** Aborted when somebody else holds the question: it is theirs to ask. */
  signalOf(question: ClaimedQuestion): AbortSignal;
  stop(): Promise<void>;
}

/**
 * Renews the lease of a batch, three times in its length. A question can wait for its platform's pace much longer than
 * a lease; one that ended meanwhile would be asked, and paid for, by two.
 */
export function keepLease(db: Db, questions: ClaimedQuestion[], leaseSeconds: number): KeptLease {
  const holds = new Map(questions.map((question) => [question.questionId, new AbortController()]));
  const [first] = questions;
  let renewing: Promise<void> = Promise.resolve();
  async function renew(): Promise<void> {
    if (!first) return;
    const held = await renewLease(db, { ...first, leaseSeconds });
    for (const [questionId, hold] of holds) if (!held.has(questionId)) hold.abort();
  }
  const timer = setInterval(
    () => {
      // A database that is away hands out no lease to anybody else either.
      renewing = renewing.then(renew).catch(() => undefined);
    },
    (leaseSeconds * 1000) / 3,
  );
  return {
    signalOf: (question) => (holds.get(question.questionId) ?? new AbortController()).signal,
    async stop() {
      clearInterval(timer);
      await renewing;
    },
  };
}
