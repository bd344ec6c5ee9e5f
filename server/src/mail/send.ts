import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../base/log.ts';
import { type Db, isDatabaseAway } from '../store/db.ts';
import {
  type Attachment,
  type ClaimedMail,
  claimMail,
  deleteOldMail,
  EMAILS_A_DAY,
  type MailOutcome,
  settleMail,
} from '../store/mail/outbox.ts';
import { compose } from './compose.ts';
import { outcomeOf } from './outcome.ts';
import { CONVERSATION_MS, type Smtp } from './smtp.ts';

export interface MailDeps {
  db: Db;
  smtp: Smtp;
  /** Where emails lead to: `https://visibility.example.com`. */
  baseUrl: string;
  /** Fetches the file that goes with an email; undefined when it is gone, and the email goes without. */
  loadAttachment?: (attachment: Attachment, accountId: string) => Promise<Buffer | undefined>;
  /** Set when the patience with what is under way is over: the conversations are ended, and the emails wait. */
  giveUp?: AbortSignal;
  log?: Pick<Log, 'warn'>;
  onEmail?: (result: MailOutcome['result'], error: string | undefined) => void;
}

const AT_ONCE = 8;
// Longer than a conversation may take: an email is never sent by two at a time.
const LEASE_SECONDS = CONVERSATION_MS / 1000 + 60;
const KEEP_SENT_DAYS = 30;
const KEEP_FAILED_DAYS = 90;
const BATCH = 1_000;

/**
 * Sends emails that are due and says how many. An email goes out once: it is repeated only when the process or the
 * connection ends between the server's taking it and our writing that down, and then under the same Message-ID.
 */
export async function sendMail(deps: MailDeps): Promise<number> {
  const emails = await claimMail(deps.db, { limit: AT_ONCE, leaseSeconds: LEASE_SECONDS });
  for (const { accountId } of emails.filter(({ isLastToday }) => isLastToday)) {
    deps.log?.warn(
      { accountId, emails: EMAILS_A_DAY },
      'an account has sent its emails of today; the rest waits for tomorrow',
    );
  }
  const results = await Promise.all(emails.map((email) => sendOne(deps, email)));
  // A server that is away is left alone until the loop has rested.
  return results.includes('trouble') ? 0 : emails.length;
}

/** Forgets emails of long ago; says how many. */
export function tidyMail(db: Db): Promise<number> {
  return deleteOldMail(db, { sentDays: KEEP_SENT_DAYS, failedDays: KEEP_FAILED_DAYS, limit: BATCH });
}

async function sendOne(deps: MailDeps, email: ClaimedMail): Promise<MailOutcome['result']> {
  const outcome = await tryToSend(deps, email);
  await writeDown(deps.db, email, outcome);
  deps.onEmail?.(outcome.result, outcome.error);
  return outcome.result;
}

async function tryToSend(
  { smtp, baseUrl, loadAttachment, giveUp }: MailDeps,
  email: ClaimedMail,
): Promise<MailOutcome> {
  try {
    const { recipient, subject, dedupeKey, attachment } = email;
    const content = attachment && (await loadAttachment?.(attachment, email.accountId));
    const file = attachment && content && { ...attachment, content };
    const message = { to: recipient, subject, key: dedupeKey, ...compose(email, baseUrl), attachment: file };
    await smtp.send(message, giveUp);
    return { result: 'sent', error: undefined, retryInSeconds: undefined };
  } catch (error) {
    return outcomeOf(error, email);
  }
}

const WRITE_TRIES = 10;

/** Insists for a while: what was sent must not be sent again because the database was away for a moment. */
async function writeDown(db: Db, email: ClaimedMail, outcome: MailOutcome): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await settleMail(db, email, outcome);
    } catch (error) {
      if (!isDatabaseAway(error) || tries === WRITE_TRIES) throw error;
      await sleep(1_000);
    }
  }
}
