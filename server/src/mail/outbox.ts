import type { Transaction } from '../store/db.ts';
import { insertMail } from '../store/mail-outbox.ts';
import type { Letter } from './letters.ts';

/** Queues a letter in the transaction of what it tells. The same fact queued again changes nothing. */
export function queueLetter(tx: Transaction, accountId: string, { fact, subject, body }: Letter): Promise<void> {
  return insertMail(tx, { dedupeKey: fact, accountId, subject, body });
}
