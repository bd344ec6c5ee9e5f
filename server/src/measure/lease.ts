import type { Db } from '../store/db.ts';
import { type ClaimedQuestion, renewLease } from '../store/questions/questions.ts';

/** Questions that are leased while they wait and are asked. */
export interface KeptLease {
  /** Aborted when another worker holds the question, or when the process gives up. */
  signalOf(question: ClaimedQuestion): AbortSignal;
  stop(): Promise<void>;
}

/**
 * Renews the lease of a batch three times per lease period. A question can wait for its platform much longer than a
 * lease. If the lease ended, two workers would ask and pay for it.
 */
export function keepLease(
  db: Db,
  questions: ClaimedQuestion[],
  { leaseSeconds, giveUp }: { leaseSeconds: number; giveUp?: AbortSignal | undefined },
): KeptLease {
  const holds = new Map(questions.map((question) => [question.questionId, new AbortController()]));
  const [first] = questions;
  const abortAll = () => {
    for (const hold of holds.values()) hold.abort();
  };
  giveUp?.addEventListener('abort', abortAll);
  if (giveUp?.aborted) abortAll();
  let renewing: Promise<void> = Promise.resolve();
  async function renew(): Promise<void> {
    if (!first) return;
    const held = await renewLease(db, { ...first, leaseSeconds });
    for (const [questionId, hold] of holds) if (!held.has(questionId)) hold.abort();
  }
  const timer = setInterval(
    () => {
      // While the database is unreachable, no other worker can get a lease either.
      renewing = renewing.then(renew).catch(() => undefined);
    },
    (leaseSeconds * 1000) / 3,
  );
  return {
    signalOf: (question) => (holds.get(question.questionId) ?? new AbortController()).signal,
    async stop() {
      clearInterval(timer);
      giveUp?.removeEventListener('abort', abortAll);
      await renewing;
    },
  };
}
