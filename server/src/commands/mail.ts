import { randomUUID } from 'node:crypto';
import { SetupError } from '../base/errors.ts';
import type { Config } from '../config.ts';
import { isMailAddress } from '../mail/address.ts';
import { compose } from '../mail/compose.ts';
import { createSmtp, type Smtp } from '../mail/smtp.ts';
import { setOwnerEmail } from '../store/accounts/accounts.ts';
import type { Db } from '../store/db.ts';
import { type MailState, type MailUse, mailState, mailUse } from '../store/mail/list.ts';
import { EMAILS_A_DAY } from '../store/mail/outbox.ts';
import type { Call } from './command.ts';
import type { Finding } from './finding.ts';
import { chooseAccount, type Service } from './open.ts';

/** The mail server from the settings. Undefined if none is set. */
export function chooseSmtp({ SMTP_URL, MAIL_FROM }: Config): Smtp | undefined {
  return SMTP_URL === undefined ? undefined : createSmtp({ url: SMTP_URL, from: MAIL_FROM });
}

/** Shows or sets the recipient of an account's emails. */
export async function setOwner(
  { db }: Service,
  { options, args: [address] }: Call<{ account: string | undefined }, [string | undefined]>,
): Promise<string> {
  const { accountId, name, ownerEmail } = await chooseAccount(db, options.account);
  if (address === undefined) return ownerEmail ?? `${name} has no owner address. Set it: visibility owner ADDRESS`;
  if (!isMailAddress(address)) throw new SetupError(`"${address}" is not an email address.`);
  await setOwnerEmail(db, accountId, address);
  return `Emails of ${name} go to ${address}.`;
}

/** Sends an email directly, without the queue, and returns the mail server's reply. */
export async function sendTestEmail(config: Config, address: string): Promise<Finding> {
  if (!isMailAddress(address)) throw new SetupError(`"${address}" is not an email address.`);
  const smtp = chooseSmtp(config);
  if (!smtp) throw new SetupError('No mail server configured. Set SMTP_URL.');
  const subject = 'Test email';
  const body = 'Emails from your Visibility Data Service arrive at this address.';
  const faces = compose({ subject, body, html: undefined, link: undefined }, addressOf(config));
  try {
    await smtp.send({ to: address, subject, key: `test ${randomUUID()}`, ...faces });
    return { check: 'test email', state: 'ok', message: `accepted by the mail server for ${address}` };
  } catch (error) {
    return { check: 'test email', state: 'fail', message: (error as Error).message };
  }
}

const LATE_SECONDS = 3_600;

/** The state of the email queue, and how to fix problems. */
export async function examineMail(config: Config, db: Db): Promise<Finding> {
  try {
    const isSetUp = chooseSmtp(config) !== undefined;
    const state = await mailState(db);
    return { check: 'email', ...(isSetUp ? judge(state) : withoutServer(state, await mailUse(db))) };
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return { check: 'email', state: 'fail', message: error.message };
  }
}

function withoutServer({ waiting, oldestSeconds }: MailState, use: MailUse): Pick<Finding, 'state' | 'message'> {
  const counts = { 'alert rule': use.alerts, report: use.reports, invitation: use.invitations };
  const named = Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [counted(count, name)] : []));
  const total = use.alerts + use.reports + use.invitations;
  const unsent = total === 0 ? '' : `, so ${listed(named)} ${total === 1 ? 'is' : 'are'} not emailed`;
  const queue =
    waiting === 0 ? 'Nothing is queued' : `${counted(waiting, 'email')} queued, the oldest for ${ageOf(oldestSeconds)}`;
  const message = `no mail server configured${unsent}. ${queue}. Set SMTP_URL and MAIL_FROM to send emails.`;
  return { state: 'warn', message };
}

function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

function listed(parts: string[]): string {
  return new Intl.ListFormat('en').format(parts);
}

function ageOf(seconds: number): string {
  return seconds < 3_600 ? `${Math.ceil(seconds / 60)} min` : `${Math.floor(seconds / 3_600)} h`;
}

function judge(state: MailState): Pick<Finding, 'state' | 'message'> {
  const { waiting, unaddressed, tomorrow, oldestSeconds, failed, lastError } = state;
  const kept = waiting === 0 ? 'no emails queued' : `${waiting} queued, the oldest for ${ageOf(oldestSeconds)}`;
  if (unaddressed > 0) {
    const emails = unaddressed === 1 ? '1 email is waiting' : `${unaddressed} emails are waiting`;
    const message = `${emails} because the owner has no address. Run: npx visibility owner you@example.com`;
    return { state: 'fail', message };
  }
  if (tomorrow > 0) {
    const emails = tomorrow === 1 ? '1 email is waiting' : `${tomorrow} emails are waiting`;
    const message = `${emails} until tomorrow: an account can send ${EMAILS_A_DAY} emails per day to recipients other than its owner. Check the recipients of its alerts and reports.`;
    return { state: 'warn', message };
  }
  const said =
    lastError === undefined ? 'check that a worker is running' : `last error of the mail server: ${lastError}`;
  if (oldestSeconds > LATE_SECONDS) return { state: 'fail', message: `${kept}; ${said}` };
  if (failed > 0)
    return {
      state: 'warn',
      message: `${kept}; ${failed} ${failed === 1 ? 'was' : 'were'} given up in the last 90 days`,
    };
  return { state: 'ok', message: `${kept} (send a test email: npx visibility doctor --mail you@example.com)` };
}

function addressOf({ BASE_URL, PORT }: Config): string {
  return BASE_URL ?? `http://localhost:${PORT}`;
}
