import { addDays, dayOf } from '../base/time.ts';
import { platformName } from '../collect/platform-name.ts';
import { queueEmail } from '../mail/outbox.ts';
import { firstAccount } from '../store/accounts/accounts.ts';
import type { Db } from '../store/db.ts';
import { platformSignals } from './reply-signals.ts';

/** Queues an email about each sign of a changed platform, once a week. Returns 0: the next pass can wait. */
export async function warnOperator(db: Db, { email, now }: { email: string; now: Date }): Promise<number> {
  const signals = await platformSignals(db, { now });
  const account = signals.length > 0 ? await firstAccount(db) : undefined;
  if (!account) return 0;
  const monday = addDays(dayOf(now), -((now.getUTCDay() + 6) % 7));
  await db.transaction(async (tx) => {
    for (const { platform, kind, message } of signals) {
      await queueEmail(tx, account.accountId, {
        fact: `reply signal ${platform} ${kind} ${monday}`,
        subject: `${platformName(platform)} may have changed its API`,
        body: `${message}.\n\nScores can move because of this. Check for an update of this installation, and see npx visibility doctor.`,
        link: '/settings/platforms',
        recipients: [email],
      });
    }
  });
  return 0;
}
