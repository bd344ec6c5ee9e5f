import { afterEach, expect, test } from 'vitest';
import { examineMail } from '../src/commands/mail.ts';
import { readConfig } from '../src/config.ts';
import { type Email, webhookWarningEmail } from '../src/mail/emails.ts';
import { queueEmail } from '../src/mail/outbox.ts';
import { type MailDeps, sendMail } from '../src/mail/send.ts';
import { setOwnerEmail } from '../src/store/accounts/accounts.ts';
import { sql } from '../src/store/db.ts';
import { mailState } from '../src/store/mail/list.ts';
import { givenAccount, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);

afterEach(() => db.query(sql`delete from mail_outbox`));

/** A mail server that takes everything, and what it was given. */
function mailer(): MailDeps & { taken: string[]; warned: unknown[] } {
  const taken: string[] = [];
  const warned: unknown[] = [];
  return {
    db,
    taken,
    warned,
    baseUrl: 'https://visibility.example',
    smtp: { send: async ({ to }) => void taken.push(to) },
    log: { warn: (...said: unknown[]) => void warned.push(said) },
  };
}

async function givenOwner(): Promise<string> {
  const { accountId } = await givenAccount(server.deps);
  await setOwnerEmail(db, accountId, 'owner@customer.example');
  return accountId;
}

const queue = (accountId: string, one: Email) => db.transaction((tx) => queueEmail(tx, accountId, one));

const toStrangers = (fact: string, count: number): Email => ({
  fact,
  subject: 'Alert',
  body: 'Something moved.',
  recipients: Array.from({ length: count }, (_, n) => `${fact}-${n}@elsewhere.example`),
});

async function drain(deps: MailDeps): Promise<void> {
  while ((await sendMail(deps)) > 0);
}

const webhookEmail = () => webhookWarningEmail({ webhookId: 'wh_1', url: 'https://a.example/', warnedAt: new Date() });

test('an account sends 500 emails a day to others than its owner, with several senders at work; the rest waits', async () => {
  const [accountId, anotherId] = [await givenOwner(), await givenOwner()];
  await queue(accountId, toStrangers('a', 520));
  await queue(anotherId, toStrangers('b', 3));
  const deps = mailer();
  await Promise.all([drain(deps), drain(deps), drain(deps)]);
  expect(deps.taken.filter((to) => to.startsWith('a-')).length).toBe(500);
  expect(deps.taken.filter((to) => to.startsWith('b-')).length).toBe(3);
  expect(deps.warned).toEqual([
    [{ accountId, emails: 500 }, expect.stringContaining('the remaining emails are sent tomorrow')],
  ]);
  expect(await mailState(db)).toMatchObject({ waiting: 20, tomorrow: 20 });
  const config = readConfig({ SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: 'alerts@service.example' });
  expect(await examineMail(config, db)).toMatchObject({
    state: 'warn',
    message: expect.stringMatching(/^20 emails are waiting until tomorrow: an account can send 500 emails per day/),
  });

  await queue(accountId, webhookEmail());
  await drain(deps);
  expect(deps.taken.at(-1)).toBe('owner@customer.example');
  expect(deps.taken.length).toBe(504);

  // The next day.
  await db.query(sql`update mail_outbox set counted_on = counted_on - 1`);
  await drain(deps);
  expect(deps.taken.filter((to) => to.startsWith('a-')).length).toBe(520);
  expect(new Set(deps.taken).size).toBe(524);
});

test('emails that a mail server which is away could not take do not count', async () => {
  const accountId = await givenOwner();
  await queue(accountId, toStrangers('c', 20));
  const away = { send: () => Promise.reject(Object.assign(new Error('refused'), { code: 'ESOCKET' })) };
  const deps = mailer();
  for (let pass = 0; pass < 3; pass++) await sendMail({ ...deps, smtp: away });
  const counted = await db.query(sql`select from mail_outbox where counted_on is not null`);
  expect(counted).toEqual([]);
});
