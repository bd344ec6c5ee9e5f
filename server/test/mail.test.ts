import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type Email, webhookDisabledEmail } from '../src/mail/emails.ts';
import { queueEmail } from '../src/mail/outbox.ts';
import { MOST_TROUBLES, RETRY_DELAYS } from '../src/mail/outcome.ts';
import { type MailDeps, sendMail, tidyMail } from '../src/mail/send.ts';
import { createSmtp } from '../src/mail/smtp.ts';
import { setOwnerEmail } from '../src/store/accounts/accounts.ts';
import { sql } from '../src/store/db.ts';
import { mailState } from '../src/store/mail/list.ts';
import { call, givenAccount, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { readMessage, startMailServer } from './support/mail-server.ts';
import { byLink } from './support/person.ts';
import { freePort, runVisibility, startServer, stopServer } from './support/server-process.ts';

const { db, url: databaseUrl } = useDatabase();
const server = useApp(db);

afterEach(() => db.query(sql`delete from mail_outbox`));

const dataDir = mkdtempSync(join(tmpdir(), 'visibility mail '));
afterAll(() => rmSync(dataDir, { recursive: true }));

const FROM = 'Visibility <alerts@service.example>';

function mailer({ url, ca }: { url: string; ca: string }): MailDeps {
  return { db, smtp: createSmtp({ url, from: FROM, ca }), baseUrl: 'https://visibility.example' };
}

async function givenOwner(address: string | undefined = 'owner@customer.example'): Promise<string> {
  const { accountId } = await givenAccount(server.deps);
  if (address !== undefined) await setOwnerEmail(db, accountId, address);
  return accountId;
}

let facts = 0;
const email = (more: Partial<Email> = {}): Email => ({
  fact: `test ${facts++}`,
  subject: 'Something happened',
  body: 'First.\n\nSecond.',
  ...more,
});

const queue = (accountId: string, one: Email) => db.transaction((tx) => queueEmail(tx, accountId, one));

async function states() {
  return db.query<{ status: string; tries: number; troubles: number; seconds: number; error: string | null }>(
    sql`select case when sent_at is not null then 'sent' when failed_at is not null then 'failed' else 'waiting' end as status,
               tries, troubles, last_error as error,
               extract(epoch from next_try_at - now())::double precision as seconds
        from mail_outbox
        order by created_at, dedupe_key`,
  );
}

/** Lets the next try of every email become due. */
const untilDue = () => db.query(sql`update mail_outbox set next_try_at = now()`);

test('the owner of a disabled webhook gets one email, with the same words as text and as HTML', async () => {
  await using mail = await startMailServer();
  const accountId = await givenOwner();
  const url = 'https://example.com/a?b=<c>&d';
  const disabled = webhookDisabledEmail({ webhookId: 'wh_1', epoch: 0, url, deliveryId: 'dlv_1' });
  await queue(accountId, disabled);
  await queue(accountId, disabled);
  expect(await sendMail(mailer(mail))).toBe(1);
  expect(await sendMail(mailer(mail))).toBe(0);

  expect(mail.taken.map(({ from, to }) => [from, to])).toEqual([
    ['alerts@service.example', ['owner@customer.example']],
  ]);
  const { headers, parts } = readMessage(mail.taken[0]?.raw ?? '');
  expect(headers).toContain('From: Visibility <alerts@service.example>');
  expect(headers).toContain('To: owner@customer.example');
  expect(headers).toContain('Subject: A webhook was disabled');
  expect(headers).toContain('Auto-Submitted: auto-generated');
  expect(headers.find((line) => line.startsWith('Message-ID:'))).toMatch(/<[0-9a-f]{40}@service\.example>$/);
  expect(parts['text/plain']).toContain('The webhook to https://example.com/a?b=<c>&d was disabled');
  expect(parts['text/plain']).toContain('are held for up to 7 days, at most 10,000 of them.');
  expect(parts['text/plain']).toContain('PATCH /api/v1/webhooks/wh_1 with {"status": "enabled"}');
  expect(parts['text/plain']).toContain('POST /api/v1/webhooks/wh_1/deliveries/dlv_1/retry');
  expect(parts['text/plain']).toContain('https://visibility.example/');
  expect(parts['text/html']).toContain('https://example.com/a?b=&#60;c&#62;&#38;d was disabled');
  expect(parts['text/html']?.match(/(?:href|src|url)[=(]"?([^"\s>]+)/g)).toEqual(['href="https://visibility.example/']);
  expect(await states()).toMatchObject([{ status: 'sent', tries: 1, error: null }]);
});

test('emails go out once, with four senders at work on the same queue', async () => {
  await using mail = await startMailServer();
  const accountId = await givenOwner();
  for (let i = 0; i < 60; i++) await queue(accountId, email({ subject: `Email ${i}` }));
  const drain = async () => {
    let sent = 0;
    for (let count = 1; count > 0; sent += count) count = await sendMail(mailer(mail));
    return sent;
  };
  const sent = await Promise.all([drain(), drain(), drain(), drain()]);
  expect(sent.reduce((sum, one) => sum + one, 0)).toBe(60);
  expect(mail.taken.length).toBe(60);
  expect(new Set(mail.taken.map(({ raw }) => /Subject: (.*)/.exec(raw)?.[1])).size).toBe(60);
});

test('a subject in any script arrives as it was written', async () => {
  await using mail = await startMailServer();
  const subject = 'Sichtbarkeit für „Laufschuhe“ gefallen 鞋 👟';
  await queue(await givenOwner(), email({ subject, body: 'Größe 鞋' }));
  await sendMail(mailer(mail));
  const { headers, parts } = readMessage(mail.taken[0]?.raw ?? '');
  const line = headers.find((one) => one.startsWith('Subject: '))?.slice('Subject: '.length) ?? '';
  const words = line.split(' ').map((word) => /^=\?UTF-8\?(B|Q)\?(.*)\?=$/.exec(word));
  const decoded = words.map((word) =>
    word?.[1] === 'B'
      ? Buffer.from(word[2] ?? '', 'base64')
      : Buffer.from(
          (word?.[2] ?? '')
            .replaceAll('_', ' ')
            .replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ),
  );
  expect(Buffer.concat(decoded).toString()).toBe(subject);
  expect(parts['text/plain']).toContain('Größe 鞋');
});

test('a line break in a subject, an address or a file name adds no header and no recipient', async () => {
  await using mail = await startMailServer();
  const evil = '\r\nBcc: victim@elsewhere.example\r\nX-Evil: yes';
  const attachment = { reportId: 'rpt_1', filename: `a${evil}.csv`, contentType: 'text/csv' };
  const accountId = await givenOwner();
  await queue(accountId, email({ subject: `Hello${evil}`, body: `Text${evil}`, attachment }));
  for (const address of [`a@b.example${evil}`, 'a@b.example, c@d.example', 'a b@c.example', '<a@b.example>', 'a', '']) {
    await queue(accountId, email({ recipients: [address] }));
  }
  await sendMail({ ...mailer(mail), loadAttachment: async () => Buffer.from('1,2') });

  const stored = await db.query<{ subject: string }>(sql`select subject from mail_outbox`);
  expect(stored).toEqual([{ subject: 'Hello Bcc: victim@elsewhere.example X-Evil: yes' }]);
  expect(mail.taken.map(({ to }) => to)).toEqual([['owner@customer.example']]);
  const { headers } = readMessage(mail.taken[0]?.raw ?? '');
  expect(headers.filter((line) => /^(bcc|x-evil)/i.test(line))).toEqual([]);
  expect(headers).toContain('Subject: Hello Bcc: victim@elsewhere.example X-Evil: yes');
});

test('chosen people each get an email of their own, with the file that belongs to it', async () => {
  await using mail = await startMailServer();
  const attachment = { reportId: 'rpt_7', filename: 'März.pdf', contentType: 'application/pdf' };
  const recipients = ['a@customer.example', 'b@customer.example', 'a@customer.example'];
  await queue(await givenOwner(), email({ recipients, attachment, link: '/reports/rpt_7' }));
  const asked: string[] = [];
  const loadAttachment: MailDeps['loadAttachment'] = async ({ reportId }) => {
    asked.push(reportId);
    return Buffer.from('%PDF-1.7 …');
  };
  expect(await sendMail({ ...mailer(mail), loadAttachment })).toBe(2);
  expect(mail.taken.flatMap(({ to }) => to).sort()).toEqual(['a@customer.example', 'b@customer.example']);
  expect(asked).toEqual(['rpt_7', 'rpt_7']);
  const { parts } = readMessage(mail.taken[0]?.raw ?? '');
  expect(parts['application/pdf']).toBe('%PDF-1.7 …');
  expect(parts['text/plain']).toContain('https://visibility.example/reports/rpt_7');
});

test('an email that is put off is tried again after 1 minute, 5, 30, 2 hours, 6 and 24, and then given up and kept', async () => {
  await using mail = await startMailServer();
  mail.atRecipient = { code: 451, says: 'mailbox busy' };
  await queue(await givenOwner(), email());
  for (const [index, delay] of RETRY_DELAYS.entries()) {
    expect(await sendMail(mailer(mail))).toBe(1);
    const [state] = await states();
    expect(state).toMatchObject({ status: 'waiting', tries: index + 1, troubles: 0 });
    expect(state?.seconds).toBeGreaterThan(delay / 2);
    expect(state?.seconds).toBeLessThanOrEqual(delay);
    expect(await sendMail(mailer(mail))).toBe(0);
    await untilDue();
  }
  expect(RETRY_DELAYS).toEqual([60, 300, 1_800, 7_200, 21_600, 86_400]);
  await sendMail(mailer(mail));
  expect(await states()).toMatchObject([
    { status: 'failed', tries: 7, error: expect.stringContaining('mailbox busy') },
  ]);
  mail.atRecipient = undefined;
  await untilDue();
  expect(await sendMail(mailer(mail))).toBe(0);
});

test.each([
  ['recipient', { atRecipient: { code: 550, says: 'no such user' } }],
  ['message', { atMessage: { code: 554, says: 'no such content' } }],
])('an email whose %s the mail server refuses for good is given up at once', async (_what, refusal) => {
  await using mail = await startMailServer();
  Object.assign(mail, refusal);
  await queue(await givenOwner(), email());
  await sendMail(mailer(mail));
  expect(await states()).toMatchObject([{ status: 'failed', tries: 1, error: expect.stringContaining('no such') }]);
});

test('a mail server that is away costs an email nothing, and gets it when it is back', async () => {
  const port = await freePort();
  await queue(await givenOwner(), email());
  for (let i = 0; i < 9; i++) {
    expect(await sendMail(mailer({ url: `smtp://127.0.0.1:${port}`, ca: '' }))).toBe(0);
    const [state] = await states();
    expect(state).toMatchObject({ status: 'waiting', tries: 0, troubles: i + 1 });
    expect(state?.seconds).toBeLessThanOrEqual(300);
    await untilDue();
  }
  await using mail = await startMailServer({ port });
  expect(await sendMail(mailer(mail))).toBe(1);
  expect(mail.taken.length).toBe(1);
});

test('a password goes only over an encrypted connection to a server whose certificate holds', async () => {
  await using mail = await startMailServer({ password: 'a secret: /@' });
  await queue(await givenOwner(), email());
  const unknown = { ...mailer(mail), smtp: createSmtp({ url: mail.url, from: FROM }) };
  expect(await sendMail(unknown)).toBe(0);
  expect((await states())[0]?.error).toMatch(/certificate/);
  await untilDue();
  expect(await sendMail(mailer(mail))).toBe(1);
  expect(mail.taken).toMatchObject([{ isEncrypted: true, user: 'sender@example.com' }]);

  await using listener = await startMailServer({ password: 'a secret: /@', isPlain: true });
  await queue(await givenOwner(), email());
  expect(await sendMail(mailer(listener))).toBe(0);
  expect(listener.taken).toEqual([]);
});

test('a wrong password costs an email nothing, and does not stand in what is shown', async () => {
  await using mail = await startMailServer({ password: 'right' });
  await queue(await givenOwner(), email());
  await sendMail(mailer({ ...mail, url: mail.url.replace('right', 'nearly-right') }));
  const [state] = await states();
  expect(state).toMatchObject({ status: 'waiting', tries: 0, error: expect.stringContaining('wrong password') });
  expect(state?.error).not.toContain('nearly-right');
});

test('a process killed between sending and writing it down leads to one repeat, under the same Message-ID', async () => {
  await using mail = await startMailServer();
  await queue(await givenOwner(), email());
  const child = spawnSender(mail);
  const dead = new Promise((resolve) => child.on('exit', resolve));
  mail.onMessage = async () => {
    mail.onMessage = undefined;
    child.kill('SIGKILL');
    await dead;
  };
  await dead;
  await expect.poll(() => mail.taken.length).toBe(1);
  expect(await states()).toMatchObject([{ status: 'waiting', tries: 1 }]);
  expect(await sendMail(mailer(mail))).toBe(0);
  await untilDue();
  expect(await sendMail(mailer(mail))).toBe(1);
  await untilDue();
  expect(await sendMail(mailer(mail))).toBe(0);
  const ids = mail.taken.map(({ raw }) => /Message-ID: (.*)/.exec(raw)?.[1]);
  expect(ids).toEqual([ids[0], ids[0]]);
});

/** A process of its own that sends what is due. */
function spawnSender({ url }: { url: string }) {
  const source = (path: string) => JSON.stringify(fileURLToPath(new URL(`../dist/${path}`, import.meta.url)));
  const program = `
    const { openDb } = await import(${source('store/db.js')});
    const { sendMail } = await import(${source('mail/send.js')});
    const { createSmtp } = await import(${source('mail/smtp.js')});
    const db = openDb({ url: ${JSON.stringify(databaseUrl)} });
    const smtp = createSmtp({ url: ${JSON.stringify(url)}, from: ${JSON.stringify(FROM)} });
    await sendMail({ db, smtp, baseUrl: 'https://visibility.example' });
    await db.close();`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
}

test('a mail server that has gone silent does not keep us from stopping, and the email waits', async () => {
  await using mail = await startMailServer();
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    mail.onMessage = () => {
      resolve();
      return new Promise((release) => {
        answer = release;
      });
    };
  });
  await queue(await givenOwner(), email());
  const stopping = new AbortController();
  const sending = sendMail({ ...mailer(mail), giveUp: stopping.signal });
  await asked;
  stopping.abort();
  answer();
  expect(await sending).toBe(1);
  // It may have been taken, so the try counts.
  expect(await states()).toMatchObject([{ status: 'waiting', tries: 1, troubles: 0 }]);
});

test('a mail server that takes emails and breaks off before it says so gets the same one three times at most', async () => {
  await using mail = await startMailServer();
  mail.onMessage = async () => mail.breakOff();
  await queue(await givenOwner(), email());
  for (const tries of [1, 2, 3]) {
    await sendMail(mailer(mail));
    expect(await states()).toMatchObject([{ status: tries < 3 ? 'waiting' : 'failed', tries, troubles: 0 }]);
    await untilDue();
  }
  expect((await states())[0]?.error).toMatch(/^No reply after the message, so it may have arrived: /);
  expect(await sendMail(mailer(mail))).toBe(0);
  expect(mail.taken.length).toBe(3);
});

test('a mail server that breaks off before the message costs the email no try', async () => {
  await using mail = await startMailServer();
  mail.onRecipient = () => mail.breakOff();
  await queue(await givenOwner(), email());
  await sendMail(mailer(mail));
  expect(await states()).toMatchObject([{ status: 'waiting', tries: 0, troubles: 1 }]);
});

test('an email is given up and kept when the mail server has been away for a week', async () => {
  const nobody = mailer({ url: `smtp://127.0.0.1:${await freePort()}`, ca: '' });
  await queue(await givenOwner(), email());
  await db.query(sql`update mail_outbox set troubles = ${MOST_TROUBLES - 2}`);
  await sendMail(nobody);
  expect(await states()).toMatchObject([{ status: 'waiting', tries: 0 }]);
  await untilDue();
  await sendMail(nobody);
  expect(await states()).toMatchObject([
    { status: 'failed', tries: 0, error: expect.stringContaining('ECONNREFUSED') },
  ]);
});

test('an email to an owner without an address waits until there is one, and holds up nobody else', async () => {
  await using mail = await startMailServer();
  const { accountId } = await givenAccount(server.deps);
  for (let i = 0; i < 20; i++) await queue(accountId, email());
  await queue(await givenOwner('other@customer.example'), email());
  expect(await sendMail(mailer(mail))).toBe(1);
  await setOwnerEmail(db, accountId, 'late@customer.example');
  while ((await sendMail(mailer(mail))) > 0);
  expect(mail.taken.filter(({ to }) => to[0] === 'late@customer.example').length).toBe(20);
});

test('the dashboard lists the emails of its own account, newest first, with what became of them', async () => {
  await using mail = await startMailServer();
  const accountId = await givenOwner();
  await queue(await givenOwner(), email({ subject: 'Somebody else’s' }));
  await queue(accountId, email({ subject: 'Sent' }));
  await sendMail(mailer(mail));
  mail.atRecipient = { code: 550, says: 'no such user' };
  await queue(accountId, email({ subject: 'Refused' }));
  await sendMail(mailer(mail));
  await queue(accountId, email({ subject: 'Waiting' }));

  expect((await call(server, '/dashboard/api/mail')).status).toBe(401);
  const { cookie } = (await byLink(server, accountId)).own;
  const { status, body } = await call(server, '/dashboard/api/mail?per_page=2', { headers: { cookie } });
  expect([status, body.meta]).toEqual([200, { total: 3, page: 1, per_page: 2 }]);
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const common = { body: 'First.\n\nSecond.', recipient: 'owner@customer.example', created_at: time };
  expect(body.data).toEqual([
    { ...common, subject: 'Waiting', status: 'waiting', tries: 0, error: null, sent_at: null },
    {
      ...common,
      subject: 'Refused',
      status: 'failed',
      tries: 1,
      sent_at: null,
      error: expect.stringContaining('550 no such user'),
    },
  ]);
  const second = await call(server, '/dashboard/api/mail?per_page=2&page=2', { headers: { cookie } });
  expect(second.body.data).toEqual([
    { ...common, subject: 'Sent', status: 'sent', tries: 1, error: null, sent_at: time },
  ]);
});

test('sent emails are kept 30 days and given-up ones 90; what waits is kept', async () => {
  const accountId = await givenOwner();
  const rows: [string, string, number][] = [
    ['sent 29', 'sent_at', 29],
    ['sent 31', 'sent_at', 31],
    ['failed 89', 'failed_at', 89],
    ['failed 91', 'failed_at', 91],
    ['waiting 400', 'created_at', 400],
  ];
  for (const [subject, column, days] of rows) {
    await queue(accountId, email({ subject }));
    const then = sql`now() - make_interval(days => ${days})`;
    if (column === 'sent_at') await db.query(sql`update mail_outbox set sent_at = ${then} where subject = ${subject}`);
    else if (column === 'failed_at')
      await db.query(sql`update mail_outbox set failed_at = ${then} where subject = ${subject}`);
    else await db.query(sql`update mail_outbox set created_at = ${then} where subject = ${subject}`);
  }
  expect(await tidyMail(db)).toBe(2);
  const left = await db.query<{ subject: string }>(sql`select subject from mail_outbox order by subject`);
  expect(left.map(({ subject }) => subject)).toEqual(['failed 89', 'sent 29', 'waiting 400']);
});

test('doctor says how many emails wait and what to do, and sends a test email', async () => {
  await using mail = await startMailServer();
  const { accountId } = await givenAccount(server.deps);
  await queue(accountId, email());
  await db.query(sql`update mail_outbox set created_at = now() - interval '2 hours'`);
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  const withServer = { ...settings, SMTP_URL: mail.url, MAIL_FROM: FROM };
  const mailLine = async (more: Record<string, string>, args: string[] = []) => {
    const { out } = await runVisibility(['doctor', ...args], more);
    return out.split('\n').filter((line) => /^. (test )?email /.test(line));
  };

  expect(await mailLine(settings)).toEqual([
    '· email        no mail server configured. 1 email queued, the oldest for 2 h. Set SMTP_URL and MAIL_FROM to send emails.',
  ]);
  expect(await mailLine(withServer)).toEqual([
    '✗ email        1 email is waiting because the owner has no address. Run: npx visibility owner you@example.com',
  ]);
  const wrong = await runVisibility(['owner', 'me', '--account', accountId], settings);
  expect([wrong.code, wrong.err]).toEqual([1, '"me" is not an email address.\n']);
  const set = await runVisibility(['owner', 'me@customer.example', '--account', accountId], settings);
  expect(set.out).toBe('Emails of Test go to me@customer.example.\n');
  await sendMail(mailer(mail));
  expect(await mailLine(withServer, ['--mail', 'you@customer.example'])).toEqual([
    '✓ email        no emails queued (send a test email: npx visibility doctor --mail you@example.com)',
    '✓ test email   accepted by the mail server for you@customer.example',
  ]);
  expect(mail.taken.flatMap(({ to }) => to)).toEqual(['me@customer.example', 'you@customer.example']);
});

test('of what mail servers said, doctor shows the newest', async () => {
  await using mail = await startMailServer();
  const accountId = await givenOwner();
  for (const says of ['zebra', 'antelope']) {
    await queue(accountId, email());
    mail.atRecipient = { code: 451, says };
    await sendMail(mailer(mail));
  }
  expect(await mailState(db)).toMatchObject({ waiting: 2, lastError: expect.stringContaining('antelope') });
});

test('a started server sends emails by itself, and counts them', async () => {
  await using mail = await startMailServer();
  await queue(await givenOwner(), email());
  const METRICS_PORT = String(await freePort());
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SMTP_URL: mail.url, MAIL_FROM: FROM, METRICS_PORT };
  const running = await startServer(settings);
  await expect.poll(() => mail.taken.length).toBe(1);
  const metrics = async () => (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
  await expect.poll(metrics).toContain('visibility_mail_tries_total{result="sent"} 1');
  expect((await stopServer(running)).code).toBe(0);
});
