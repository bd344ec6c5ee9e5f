import { dayOf } from '../base/time.ts';
import { platformName } from '../collect/platform-name.ts';
import { queueEmail } from '../mail/outbox.ts';
import type { Db, Transaction } from '../store/db.ts';
import { insertActivity, insertFinishedDays } from '../store/events/activity.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import type { Question } from './ask.ts';

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

/** Reports a platform that rejects its API key, once a day: in the activity, and to the owner by email. */
export async function noteRefusedKey(db: Db, { workspaceId, accountId }: Workspace, platform: string): Promise<void> {
  const fact = `${platform} ${dayOf(new Date())}`;
  const name = platformName(platform);
  await db.transaction(async (tx) => {
    await insertActivity(tx, { workspaceId, type: 'platform.key_refused', data: { platform }, fact });
    await queueEmail(tx, accountId, {
      fact: `platform.key_refused ${workspaceId} ${fact}`,
      subject: `${name} rejects its API key`,
      body: `${name} rejected the API key, so its prompts wait. They are sent when the key works again.\n\nPrompts that still wait when the next day ends are counted as missed.`,
      link: '/settings/platforms',
    });
  });
}
