import { beforeAll, expect, test } from 'vitest';
import { addDays, dayOf } from '../src/base/time.ts';
import { sendMail } from '../src/mail/send.ts';
import { createSmtp } from '../src/mail/smtp.ts';
import { makeDueReport } from '../src/reports/worker.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { startMailServer } from './support/mail-server.ts';

const { db } = useDatabase();
const withoutMail = useApp(db);
const withMail = useApp(db, { sendsMail: true, secrets: withoutMail.deps.secrets });
let key = '';

beforeAll(async () => {
  key = await givenKey(withoutMail.deps, await givenAccount(withoutMail.deps, { historyDays: 1 }));
});

const today = dayOf(new Date());
const REPORT = {
  ...{
    name: 'Board',
    schedule: 'once',
    format: 'json',
    period_start: addDays(today, -2),
    period_end: addDays(today, -1),
  },
};

async function given(path: string, body: object): Promise<string> {
  const { status, body: made, text } = await call(withoutMail, `/api/v1${path}`, { key, method: 'POST', body });
  if (status !== 201) throw new Error(text);
  return made.report_id ?? made.alert_id;
}

/** What both servers say: the one without a mail server first. */
async function statusOf(path: string): Promise<unknown[]> {
  const ask = async (server: typeof withMail) =>
    (await call(server, `/api/v1${path}?include=settings`, { key })).body.email_status;
  return [await ask(withoutMail), await ask(withMail)];
}

test('a report says whether its email is queued, sent or given up, or that no mail server is configured', async () => {
  await using mail = await startMailServer();
  const smtp = createSmtp({ url: mail.url, from: 'Visibility <alerts@service.example>', ca: mail.ca });
  const deps = { db, smtp, baseUrl: 'https://visibility.example' };
  const make = async (recipients: string[]) => {
    const id = await given('/reports', { ...REPORT, recipients });
    return `/reports/${id}`;
  };
  const kept = await make([]);
  const sent = await make(['ann@example.com', 'ben@example.com']);
  expect([await statusOf(kept), await statusOf(sent)]).toEqual([
    [null, null],
    ['not_configured', null],
  ]);
  while ((await makeDueReport(withoutMail.deps)) > 0);
  expect(await statusOf(sent)).toEqual(['not_configured', 'queued']);
  while ((await sendMail(deps)) > 0);
  expect([await statusOf(sent), mail.taken.length]).toEqual([['sent', 'sent'], 2]);

  const refused = await make(['gone@example.com']);
  while ((await makeDueReport(withoutMail.deps)) > 0);
  mail.atRecipient = { code: 550, says: 'no such mailbox' };
  while ((await sendMail(deps)) > 0);
  expect(await statusOf(refused)).toEqual(['failed', 'failed']);
  const listed = await call(withoutMail, '/api/v1/reports?include=settings', { key });
  expect(listed.body.data.map((one: { email_status: string }) => one.email_status)).toEqual(['failed', 'sent', null]);
  expect(Object.keys((await call(withoutMail, `/api/v1${sent}`, { key })).body)).not.toContain('email_status');
});

test('an alert rule with email says whether a mail server is configured', async () => {
  const rule = { name: 'Low', condition: 'below', threshold: 40 };
  const silent = await given('/alerts', rule);
  const emailed = await given('/alerts', { ...rule, name: 'Lower', email: 'each' });
  expect([await statusOf(`/alerts/${silent}`), await statusOf(`/alerts/${emailed}`)]).toEqual([
    [null, null],
    ['not_configured', 'ready'],
  ]);
});
