import type { Transaction } from '../store/db.ts';
import { insertMail } from '../store/mail-outbox.ts';
import type { Letter } from './letters.ts';

/** Queues a letter in the transaction of what it tells. The same fact queued again changes nothing. */
export async function queueLetter(tx: Transaction, accountId: string, letter: Letter): Promise<void> {
  const { fact, subject, body, link } = letter;
  for (const recipient of letter.recipients ?? [undefined]) {
    const dedupeKey = recipient === undefined ? fact : `${fact} to ${recipient}`;
    await insertMail(tx, { dedupeKey, accountId, recipient, subject, body, link });
  }
}
