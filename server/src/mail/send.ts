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
  /** The base URL of links in emails: `https://visibility.example.com`. */
  baseUrl: string;
  /** Loads the attachment of an email. If undefined, the email is sent without it. */
  loadAttachment?: (attachment: Attachment, accountId: string) => Promise<Buffer | undefined>;
  /** Set when the time to finish is over: connections are closed, and the emails stay queued. */
  giveUp?: AbortSignal;
  log?: Pick<Log, 'warn'>;
  onEmail?: (result: MailOutcome['result'], error: string | undefined) => void;
}

const PARALLEL_EMAILS = 8;
// Longer than one SMTP session may take, so that two workers never send the same email.
const LEASE_SECONDS = CONVERSATION_MS / 1000 + 60;
const KEEP_SENT_DAYS = 30;
const KEEP_FAILED_DAYS = 90;
const BATCH = 1_000;

/**
 * Sends due emails and returns how many. Each email is sent once. It is repeated only if the process or the connection
 * ends after the server accepted it and before that is stored. The Message-ID is then the same.
 */
export async function sendMail(deps: MailDeps): Promise<number> {
  const emails = await claimMail(deps.db, { limit: PARALLEL_EMAILS, leaseSeconds: LEASE_SECONDS });
  for (const { accountId } of emails.filter(({ isLastToday }) => isLastToday)) {
    deps.log?.warn(
      { accountId, emails: EMAILS_A_DAY },
      'an account has reached its daily email limit; the remaining emails are sent tomorrow',
    );
  }
  const results = await Promise.all(emails.map((email) => sendOne(deps, email)));
  // An unreachable server is not contacted again until the next pass.
  return results.includes('trouble') ? 0 : emails.length;
}

/** Deletes old emails and returns how many. */
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

/** Retries for a while, so that a short database outage does not cause a sent email to be sent again. */
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
