import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecretsBox } from '../src/base/secrets-box.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { basic, givenToken, post } from './support/oauth.ts';
import { runVisibility } from './support/server-process.ts';

const { db, url } = useDatabase();
const master = randomBytes(32);
const server = useApp(db, { secrets: createSecretsBox(master) });
const dataDir = mkdtempSync(join(tmpdir(), 'visibility-keys-'));
afterAll(() => rmSync(dataDir, { recursive: true }));
let account: Awaited<ReturnType<typeof givenAccount>>;
beforeAll(async () => {
  account = await givenAccount(server.deps);
});

const visibility = (...args: string[]) =>
  runVisibility(args, { DATABASE_URL: url, DATA_DIR: dataDir, SECRETS_KEY: master.toString('hex') });

test('a client made on the command line gets tokens until it is revoked there, and the log tells of both', async () => {
  const made = await visibility('oauth', 'create', '--scope', 'read,write', '--name', 'Nightly export');
  const [, id = '', secret = ''] = /^CLIENT_ID=(oac_\w+)\nCLIENT_SECRET=(svc_test_cs_\w+)\n$/.exec(made.out) ?? [];
  const token = await givenToken(server, { id, secret });
  expect((await call(server, '/api/v1/keywords', { key: token })).status).toBe(200);

  const listed = await visibility('oauth', 'list');
  expect(listed.out).toMatch(/^ID +MODE +NAME.*\noac_\w+ +test +Nightly export +read,write +active .* +command line\n/);
  expect(listed.out).not.toContain(secret);
  expect((await visibility('oauth', 'revoke', id)).out).toBe(
    `Revoked ${id} (Nightly export). It and its tokens no longer work.\n`,
  );
  expect((await call(server, '/api/v1/keywords', { key: token })).status).toBe(401);
  const form = { grant_type: 'client_credentials' };
  expect((await post(server, '/oauth/token', { form, headers: basic({ id, secret }) })).status).toBe(401);
  expect((await visibility('oauth', 'revoke', id)).out).toBe(`${id} (Nightly export) was already revoked.\n`);

  const log = JSON.parse((await visibility('keys', 'log', '--json')).out);
  expect(log.map(({ action, actor, subject_id }: Record<string, string>) => [action, actor, subject_id])).toEqual([
    ['oauth_client.revoked', 'command line', id],
    ['oauth_client.created', 'command line', id],
  ]);
});

test('a wrong option or an unknown client is one sentence and exit code 1', async () => {
  const wrong = await visibility('oauth', 'create', '--ip', '2001:db8::/32');
  expect([wrong.code, wrong.err]).toEqual([1, '--ip 2001:db8::/32: IPv6 ranges are not supported.\n']);
  const unknown = await visibility('oauth', 'revoke', 'oac_nobody');
  expect([unknown.code, unknown.err]).toEqual([
    1,
    'Client oac_nobody not found. List clients: visibility oauth list\n',
  ]);
});

test('the 26th key is refused in one sentence', async () => {
  for (let i = 0; i < 25; i++) await givenKey(server.deps, account);
  const refused = await visibility('keys', 'create');
  expect(refused).toEqual({ code: 1, out: '', err: 'Key limit of 25 reached. Revoke one first.\n' });
});
