import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createPrometheus } from '../src/api/prometheus.ts';
import { createSecretsBox } from '../src/base/secrets-box.ts';
import { addDays, dayOf } from '../src/base/time.ts';
import { examine } from '../src/commands/doctor.ts';
import { readConfig } from '../src/config.ts';
import { warnOperator } from '../src/measure/warn-operator.ts';
import { addReplyFacts } from '../src/store/counts/reply-facts.ts';
import { sql } from '../src/store/db.ts';
import { givenAccount, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { byLink } from './support/person.ts';

const { db, url } = useDatabase();
const SECRETS_KEY = randomBytes(32).toString('hex');
const server = useApp(db, { secrets: createSecretsBox(Buffer.from(SECRETS_KEY, 'hex')) });
const now = new Date();
const today = dayOf(now);
let account: Awaited<ReturnType<typeof givenAccount>>;
let other: Awaited<ReturnType<typeof givenAccount>>;

beforeAll(async () => {
  account = await givenAccount(server.deps);
  other = await givenAccount(server.deps);
  const on = (day: string, counts: Record<string, number>) =>
    Object.entries(counts).map(([fact, count]) => ({ platform: 'gemini', day, fact, count }));
  await db.transaction((tx) =>
    addReplyFacts(tx, account.workspaces.live, [
      ...on(addDays(today, -5), { answers: 40, searched: 39, cited: 160, cited_squares: 700 }),
      ...on(today, { answers: 12, searched: 0, 'unknown_item steps.*.type: plan': 12 }),
    ]),
  );
});

const SENTENCES = [
  '12 of 12 replies contain something unknown (steps.*.type: plan)',
  '0 % of the answers show a search, before 98 %',
  '0.0 citations per answer, before 4.0',
];

test('a changed platform is a metric', async () => {
  const text = await createPrometheus(db).text();
  const found = text.split('\n').filter((line) => line.startsWith('visibility_platform_reply_signal{'));
  expect(found.sort()).toEqual([
    'visibility_platform_reply_signal{platform="gemini",kind="citations_fell"} 12',
    'visibility_platform_reply_signal{platform="gemini",kind="searched_fell"} 12',
    'visibility_platform_reply_signal{platform="gemini",kind="unknown_item"} 12',
  ]);
});

test('doctor lists what changed', async () => {
  const settings = { DATABASE_URL: url, SECRETS_KEY, DATA_DIR: mkdtempSync(join(tmpdir(), 'signals-')) };
  const findings = (await examine(readConfig(settings))).filter(({ check }) => check === 'replies');
  expect(findings.map(({ state, message }) => `${state}: ${message}`)).toEqual(
    SENTENCES.map(
      (sentence) => `warn: Gemini: ${sentence}. The platform may have changed its API. Update this installation.`,
    ),
  );
});

test('the Platforms page shows it to the workspace that has these answers, and to no other', async () => {
  for (const [who, expected] of [
    [account, SENTENCES],
    [other, []],
  ] as const) {
    const person = await byLink(server, who.accountId);
    const { platforms } = (await person.ask('/live/platform-states')).body;
    const found = platforms.find((one: { platform: string }) => one.platform === 'gemini');
    expect(found.reply_signals).toEqual(expected);
  }
});

test('the operator gets one email per sign and week', async () => {
  const email = 'operator@service.example';
  for (let pass = 0; pass < 2; pass++) await warnOperator(db, { email, now });
  const mails = await db.query<{ recipient: string; subject: string; body: string }>(
    sql`select recipient, subject, body from mail_outbox order by body`,
  );
  expect(mails).toHaveLength(3);
  for (const { recipient, subject } of mails) {
    expect([recipient, subject]).toEqual([email, 'Gemini may have changed its API']);
  }
  expect(mails.map(({ body }) => body.split('.\n')[0]).sort()).toEqual([...SENTENCES].sort());
});
