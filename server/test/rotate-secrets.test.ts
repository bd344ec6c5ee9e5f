import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeId } from '../src/base/id.ts';
import { createSecretsBox } from '../src/base/secrets-box.ts';
import { secretsKeys } from '../src/commands/secrets-keys.ts';
import { readConfig } from '../src/config.ts';
import { sql } from '../src/store/db.ts';
import { SEALED_COLUMNS } from '../src/store/system/sealed-values.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { runVisibility, until, visibility } from './support/server-process.ts';

const { db, url } = useDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'visibility-rotate-'));
afterAll(() => rmSync(dataDir, { recursive: true }));
const settings = { DATABASE_URL: url, DATA_DIR: dataDir };
const file = join(dataDir, 'secrets.key');
// A server that runs through all of it, without a restart.
const server = useApp(db, { secrets: createSecretsBox(secretsKeys(readConfig(settings), dataDir)) });
const { secrets } = server.deps;
let account: Awaited<ReturnType<typeof givenAccount>>;
let key: string;

beforeAll(async () => {
  account = await givenAccount(server.deps);
  key = await givenKey(server.deps, account);
});

const NOT_SECRET = [
  'answers.raw',
  'api_keys.key_hash',
  'idempotency_keys.fingerprint',
  'invitations.token_hash',
  'oauth_clients.secret_hash',
  'oauth_grant_tokens.token_hash',
  'oauth_tokens.token_hash',
  'report_parts.bytes',
  'sessions.token_hash',
  'share_links.token_hash',
  'sign_in_failures.subject_hash',
  'sign_in_links.token_hash',
];

test('every column of bytes is either sealed and rotated, or known to be a hash, a file or packed sums', async () => {
  const rows = await db.query<{ name: string }>(
    sql`select c.relname || '.' || a.attname as name
        from pg_attribute a
        join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'public'::regnamespace
          and c.relkind in ('r', 'p')
          and not c.relispartition
          and a.atttypid = 'bytea'::regtype`,
  );
  const sealed = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
  expect(rows.map(({ name }) => name).sort()).toEqual([...sealed, ...NOT_SECRET].sort());
});

async function givenWebhooks(count: number): Promise<Map<string, string>> {
  const plain = new Map(Array.from({ length: count }, (_, i) => [makeId('wh'), `secret ${i}`]));
  const [{ workspaceId } = { workspaceId: '' }] = await db.records<{ workspaceId: string }>(
    sql`select workspace_id from workspaces where account_id = ${account.accountId} and mode = 'live'`,
  );
  await db.query(
    sql`insert into webhooks (webhook_id, workspace_id, url, events, secret, next_secret, status)
        select id, ${workspaceId}, 'https://example.com/hook', '{mention.new}', secret, secret, 'disabled'
        from unnest(${[...plain.keys()]}::text[],
                    ${[...plain].map(([id, text]) => secrets.seal(text, id))}::bytea[]) as made (id, secret)`,
  );
  return plain;
}

async function opened(box: typeof secrets): Promise<Map<string, string>> {
  const rows = await db.records<{ webhookId: string; secret: Buffer; nextSecret: Buffer | undefined }>(
    sql`select webhook_id, secret, next_secret from webhooks`,
  );
  return new Map(
    rows.flatMap(({ webhookId, secret, nextSecret = secret }) => {
      const both = [secret, nextSecret].filter((sealed) => box.isNewest(sealed, webhookId));
      return both.length === 2 ? [[webhookId, box.open(secret, webhookId)] as const] : [];
    }),
  );
}

/** How many have their secret sealed with this key. */
async function renewed(text: string): Promise<number> {
  const rows = await db.records<{ webhookId: string; secret: Buffer }>(sql`select webhook_id, secret from webhooks`);
  const box = only(text);
  return rows.filter(({ webhookId, secret }) => box.isNewest(secret, webhookId)).length;
}

const only = (text: string) => createSecretsBox(() => [text.trim()]);
const addWebhook = async () => {
  const headers = { 'idempotency-key': makeId('req') };
  const body = { url: 'https://127.0.0.1:9/hook', events: ['mention.new'] };
  const send = () => call(server, '/api/v1/webhooks', { key, method: 'POST', body, headers });
  return { made: await send(), again: await send() };
};

test('killed in the middle, a rotation loses nothing, and the next run finishes it while the server runs', async () => {
  const plain = await givenWebhooks(3_000);
  const before = await addWebhook();
  const oldKey = readFileSync(file, 'utf8');
  const killed = visibility(['rotate-secrets'], settings);
  await db.transaction(async (tx) => {
    // It waits here, in the middle.
    const middle = [...plain.keys()].sort()[1_500];
    await tx.query(sql`select 1 from webhooks where webhook_id = ${middle} for update`);
    await until(
      async () => existsSync(`${file}.next`) && (await renewed(readFileSync(`${file}.next`, 'utf8'))) >= 1_000,
    );
    killed.child.kill('SIGKILL');
    await killed.finished;
  });
  const nextKey = readFileSync(`${file}.next`, 'utf8');
  const done = await renewed(nextKey);
  expect(done).toBeLessThan(plain.size);

  // The server has both keys, seals with the new one, and knows the API key.
  const meanwhile = await addWebhook();
  expect([meanwhile.made.status, meanwhile.again.text]).toEqual([201, meanwhile.made.text]);
  expect(await renewed(nextKey)).toBeGreaterThan(done);
  for (const [id, text] of plain) {
    const [row] = await db.records<{ secret: Buffer }>(sql`select secret from webhooks where webhook_id = ${id}`);
    expect(row && secrets.open(row.secret, id)).toBe(text);
  }
  const early = await runVisibility(['backup', join(dataDir, 'too-early.backup')], settings);
  expect(early.err).toBe('A rotation of the secrets key is not finished. Run: npx visibility rotate-secrets\n');

  const finished = await runVisibility(['rotate-secrets'], settings);
  expect([finished.code, finished.err]).toEqual([0, '']);
  expect(finished.out).toMatch(/^\d+ secrets encrypted with the new key\. Back up the new key\.\nThe old key is in /);
  expect([readFileSync(file, 'utf8'), existsSync(`${file}.next`)]).toEqual([nextKey, false]);
  expect([readFileSync(`${file}.old`, 'utf8'), statSync(`${file}.old`).mode & 0o777]).toEqual([oldKey, 0o600]);
  const all = await opened(only(nextKey));
  expect([...plain].filter(([id, text]) => all.get(id) !== text)).toEqual([]);
  expect(all.size).toBe(plain.size + 2);

  const after = await addWebhook();
  expect([after.made.status, after.again.text]).toEqual([201, after.made.text]);
  expect(await opened(only(nextKey))).toHaveProperty('size', all.size + 1);
  const replayed = await call(server, '/api/v1/webhooks', { key });
  expect(replayed.status).toBe(200);
  expect(before.made.status).toBe(201);
});

test('a key in the environment is changed in three steps', async () => {
  const current = randomBytes(32).toString('hex');
  const environment = { ...settings, SECRETS_KEY: current };
  const box = only(current);
  await db.query(sql`update webhooks set next_secret = null`);
  for (const [id] of await opened(secrets))
    await db.query(sql`update webhooks set secret = ${box.seal('by environment', id)} where webhook_id = ${id}`);
  const printed = await runVisibility(['rotate-secrets'], environment);
  const next = /^SECRETS_KEY_NEXT=([0-9a-f]{64}:[0-9a-f]{64})$/m.exec(printed.out)?.[1] ?? '';
  const other = await runVisibility(['rotate-secrets'], { ...environment, SECRETS_KEY_NEXT: 'a'.repeat(64) });
  expect(other.err).toBe('SECRETS_KEY_NEXT must be the key that npx visibility rotate-secrets has printed.\n');
  const done = await runVisibility(['rotate-secrets'], { ...environment, SECRETS_KEY_NEXT: next });
  expect(done.out).toContain('Now set SECRETS_KEY to the value of SECRETS_KEY_NEXT');
  expect(new Set((await opened(only(next))).values())).toEqual(new Set(['by environment']));
  expect(only(next).hash('an API key')).toEqual(box.hash('an API key'));
  // A key that nothing opens with is reported, and the rest is done.
  await db.query(
    sql`update webhooks set secret = ${randomBytes(40)} where webhook_id = (select min(webhook_id) from webhooks)`,
  );
  const damaged = await runVisibility(['rotate-secrets'], { ...environment, SECRETS_KEY_NEXT: next });
  expect(damaged.out).toMatch(/^Cannot be decrypted with any key: webhooks wh_\w+\. Set it again\.$/m);
});
