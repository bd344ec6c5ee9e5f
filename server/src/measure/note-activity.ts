import { dayOf } from '../base/time.ts';
import type { Db, Transaction } from '../store/db.ts';
import { insertActivity, insertFinishedDays } from '../store/events/activity.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import type { Question, Reply } from './ask.ts';

/**
 * Reports the days of these questions that are complete. Called after the commit, so that the last of several workers
 * sees it, or in a transaction that finishes whole days.
 */
export function noteFinished(
  db: Db | Transaction,
  { workspaceId }: Workspace,
  questions: Pick<Question, 'round'>[],
): Promise<void> {
  return insertFinishedDays(db, workspaceId, [...new Set(questions.map(({ round }) => round))]);
}

/** Reports each platform that rejects its API key, once a day. */
export async function noteRefusedKeys(db: Db, { workspaceId }: Workspace, replies: Reply[]): Promise<void> {
  for (const { question, reason, askedAt } of replies) {
    if (reason !== 'unauthorized') continue;
    const fact = `${question.platform} ${dayOf(askedAt)}`;
    await insertActivity(db, {
      workspaceId,
      type: 'platform.key_refused',
      data: { platform: question.platform },
      fact,
    });
  }
}
