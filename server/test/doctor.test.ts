import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { createSecretsBox } from '../src/base/secrets-box.ts';
import { playPlatform } from '../src/collect/fixtures/local-platform.ts';
import { markBackup } from '../src/commands/backup-mark.ts';
import { examine } from '../src/commands/doctor.ts';
import { nodeVersion } from '../src/commands/doctor-machine.ts';
import { askingIn, readConfig } from '../src/config.ts';
import { setOwnerEmail } from '../src/store/accounts/accounts.ts';
import { raw, sql } from '../src/store/db.ts';
import { savePlatformKey } from '../src/store/questions/platform-keys.ts';
import { setCaps } from '../src/store/questions/spend.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { testCertificates } from './support/certificates.ts';
import { useDatabase } from './support/database.ts';
import { onServer } from './support/database-url.ts';
import { startMailServer } from './support/mail-server.ts';
import { startOidcServer } from './support/oidc-server.ts';
import { freePort, runVisibility, startServer, stopServer } from './support/server-process.ts';
import { givenWebhook, publishIn, visibilityChanged } from './support/webhook.ts';

const { db, url } = useDatabase();
const SECRETS_KEY = randomBytes(32).toString('hex');
const server = useApp(db, { secrets: createSecretsBox(Buffer.from(SECRETS_KEY, 'hex')) });
const scratch = mkdtempSync(join(tmpdir(), 'visibility doctor '));
const settings: Record<string, string> = { DATABASE_URL: url, SECRETS_KEY, DATA_DIR: scratch };
let account: Awaited<ReturnType<typeof givenAccount>>;
let port = 0;

beforeAll(async () => {
  account = await givenAccount(server.deps);
  port = await freePort();
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** What doctor says of one thing. */
async function finding(check: string, more: Record<string, string> = {}): Promise<string[]> {
  const findings = await examine(readConfig({ PORT: String(port), ...settings, ...more }));
  return findings.filter((one) => one.check === check).map(({ state, message }) => `${state}: ${message}`);
}

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

test('of a healthy installation nothing fails, and the exit code is 0', async () => {
  const { code, out } = await runVisibility(['doctor', '--json'], { PORT: String(port), ...settings });
  const findings = JSON.parse(out);
  expect(findings.filter(({ state }: { state: string }) => state === 'fail')).toEqual([]);
  expect(code).toBe(0);
  for (const { check, state, message } of findings)
    expect([check, ['ok', 'warn'].includes(state), message.length > 1]).toEqual([check, true, true]);
});

test('when the database is away doctor says so, does the rest, and fails', async () => {
  const away = { ...settings, DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none` };
  const { code, out } = await runVisibility(['doctor'], away);
  expect(code).toBe(1);
  expect(out).toMatch(/✗ database +DATABASE_URL cannot be used: .*ECONNREFUSED/);
  for (const check of ['node', 'disk', 'listening', 'server']) expect(out).toMatch(new RegExp(`[✓·] ${check} `));
});

test('an account whose first start ended before it showed a key is pointed out, with what to do', async () => {
  expect(await finding('account')).toEqual([
    'warn: Test (enterprise) has no API key. Its first start was interrupted. Run: npx visibility keys create',
  ]);
  await givenKey(server.deps, account);
  undo.push(() => db.query(sql`delete from api_keys`));
  expect(await finding('account')).toEqual([
    'ok: Test (enterprise). No API key has been used yet. To get another: npx visibility keys create',
  ]);
  await db.query(sql`update api_keys set last_used_at = now()`);
  expect(await finding('account')).toEqual(['ok: Test (enterprise)']);
});

test('a database that only allows reading is a failure, and the rest is still examined', async () => {
  const name = new URL(url).pathname.slice(1);
  const configure = (change: string) =>
    onServer(inject('postgresUrl'), (client) => client.query(`alter database ${name} ${change}`));
  await configure('set default_transaction_read_only = on');
  undo.push(() => configure('reset default_transaction_read_only'));
  const { code, out } = await runVisibility(['doctor', '--json'], { PORT: String(port), ...settings });
  const findings = JSON.parse(out) as { check: string; state: string; message: string }[];
  expect([code, findings.filter(({ state }) => state === 'fail')]).toEqual([
    1,
    [
      {
        check: 'database',
        state: 'fail',
        message:
          'DATABASE_URL cannot be used: cannot execute DELETE in a read-only transaction. It is read-only. Use the address of the primary, or reset default_transaction_read_only.',
      },
    ],
  ]);
  const checks = findings.map(({ check }) => check);
  expect(checks).toEqual(expect.arrayContaining(['migrations', 'account', 'webhooks', 'backup', 'email', 'server']));
});

test('what keeps the database from being used is said with what to do about it', async () => {
  await db.query(sql`create role few login password 'few' connection limit 0`);
  undo.push(() => db.query(sql`drop role few`));
  const few = new URL(url);
  [few.username, few.password, few.search] = ['few', 'few', ''];
  expect(await finding('database', { DATABASE_URL: few.href })).toEqual([
    'fail: DATABASE_URL cannot be used: too many connections for role "few". All its connections are in use. End sessions that are not needed, raise max_connections, or use a pooler.',
  ]);
  const full = await startIllPostgres({ code: '53100', message: 'could not extend file: No space left on device' });
  expect(await finding('database', { DATABASE_URL: full })).toEqual([
    "fail: DATABASE_URL cannot be used: could not extend file: No space left on device. The database's disk is full. Free up space on it.",
  ]);
  const { key, cert } = await testCertificates();
  const secured = await startIllPostgres({ code: '57P03', message: 'starting up' }, { key, cert });
  expect(await finding('database', { DATABASE_URL: `${secured}?sslmode=verify-full` })).toEqual([
    "fail: DATABASE_URL cannot be used: unable to verify the first certificate. Its certificate is not accepted here. Add sslrootcert=FILE with its authority's certificate to DATABASE_URL.",
  ]);
});

/** Refuses every session with one error, as PostgreSQL does. With certificates, it is asked for TLS first. */
async function startIllPostgres(error: { code: string; message: string }, tls?: { key: string; cert: string }) {
  const fields = Buffer.from(`SFATAL\0C${error.code}\0M${error.message}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  const ill = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      if (!tls) return socket.end(Buffer.concat([head, fields]));
      socket.write('S');
      return new TLSSocket(socket, { isServer: true, ...tls }).on('error', () => {});
    });
  });
  await new Promise<void>((resolve) => ill.listen(0, '127.0.0.1', resolve));
  undo.push(async () => ill.close());
  return `postgres://nobody@127.0.0.1:${(ill.address() as AddressInfo).port}/none`;
}

test('a server whose certificate is signed by an authority of the operator is told from one that is not there', async () => {
  const { key, cert } = await testCertificates();
  const https = createHttpsServer({ key, cert }, (_request, response) => response.end());
  await new Promise<void>((resolve) => https.listen(0, '127.0.0.1', resolve));
  undo.push(async () => https.close());
  const BASE_URL = `https://localhost:${(https.address() as AddressInfo).port}`;
  expect(await finding('server', { BASE_URL })).toEqual([
    `warn: this machine does not accept the certificate of ${BASE_URL} (unable to verify the first certificate). If its authority is your own, set NODE_EXTRA_CA_CERTS to its certificate file.`,
  ]);
});

test('a Node that is too old is named', () => {
  expect([nodeVersion('20.18.1'), nodeVersion('20.19.0'), nodeVersion('24.1.0')].map(({ state }) => state)).toEqual([
    'fail',
    'ok',
    'ok',
  ]);
});

test('data in a folder for temporary files is pointed out', async () => {
  expect(await finding('data folder')).toEqual([
    expect.stringMatching(/^warn: .* is a temporary folder, .* Set DATA_DIR to a permanent folder\.$/),
  ]);
  expect(await finding('data folder', { DATA_DIR: '/' })).toEqual(['ok: /']);
});

const small = join(scratch, 'small');
mkdirSync(small);
const hasSmallDisk = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', small]).status === 0;
afterAll(() => void (hasSmallDisk && spawnSync('/bin/umount', [small])));

test.runIf(hasSmallDisk)('a disk that is nearly full is a failure', async () => {
  expect(await finding('disk', { DATA_DIR: small })).toEqual([
    'fail: 8 MiB free (100 %). Free up space, or move DATA_DIR to a larger disk. When the disk is full, nothing can be stored.',
  ]);
});

test('how much is free on the disk of the data is said', async () => {
  const { bavail, bsize } = statfsSync(scratch);
  expect([bavail * bsize > 0, (await finding('disk'))[0]]).toEqual([
    true,
    expect.stringMatching(/\d+ [MG]iB free \(\d+ %\)/),
  ]);
});

test('a way to the database that anybody can listen to is pointed out', async () => {
  const remote = 'postgres://user:hidden@database.invalid/visibility';
  expect(await finding('encryption', { DATABASE_URL: remote })).toEqual([
    'warn: the connection to database.invalid is not encrypted. Add ?sslmode=verify-full to DATABASE_URL, unless the network is private.',
  ]);
  expect(await finding('encryption', { DATABASE_URL: `${remote}?sslmode=verify-full` })).toEqual([
    'ok: to the database: sslmode=verify-full',
  ]);
  expect(await finding('encryption')).toEqual([]);
});

test('a PostgreSQL before 15 is refused by name', async () => {
  const old = await startOldPostgres();
  undo.push(old.close);
  expect(await finding('database', { DATABASE_URL: old.url })).toEqual([
    'fail: The database is older than PostgreSQL 15. Upgrade it, or leave DATABASE_URL empty to use the built-in PostgreSQL.',
  ]);
});

/** As much of PostgreSQL 14 as tells its version. */
async function startOldPostgres() {
  const message = (type: string, body: Buffer) => {
    const head = Buffer.alloc(5);
    head.write(type);
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  const ready = message('Z', Buffer.from('I'));
  const column = Buffer.concat([
    Buffer.from([0, 1]),
    Buffer.from('version\0'),
    Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0]),
  ]);
  const row = Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 6]), Buffer.from('140012')]);
  const old = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]));
      socket.on('data', (asked) => {
        if (asked[0] === 'X'.charCodeAt(0)) socket.end();
        else
          socket.write(
            Buffer.concat([message('T', column), message('D', row), message('C', Buffer.from('SELECT 1\0')), ready]),
          );
      });
    });
  });
  await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
  const { port: oldPort } = old.address() as AddressInfo;
  return { url: `postgres://user@127.0.0.1:${oldPort}/old`, close: async () => void old.close() };
}

test('a database whose clock goes otherwise is a failure', async () => {
  const name = new URL(url).pathname.slice(1);
  await db.query(sql`create schema ahead`);
  await db.query(
    sql`create function ahead.clock_timestamp() returns timestamptz language sql as 'select test_clock.clock_timestamp() + interval ''30 s'''`,
  );
  await db.query(raw(`alter database ${name} set search_path = ahead, pg_catalog, public`));
  undo.push(
    () => db.query(raw(`alter database ${name} reset search_path`)),
    () => db.query(sql`drop schema ahead cascade`),
  );
  expect(await finding('clock')).toEqual([
    expect.stringMatching(
      /^fail: the database clock differs by (30|2\d) s from this machine's clock\. Set up time synchronization on both\.$/,
    ),
  ]);
});

test('a server whose clock goes otherwise, that is ill or that does not answer is told', async () => {
  let answer = { status: 200, secondsBehind: 60 };
  const http = createHttpServer((_request, response) => {
    const date = new Date(Date.now() - answer.secondsBehind * 1_000).toUTCString();
    response.writeHead(answer.status, { date }).end();
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const BASE_URL = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  expect(await finding('server', { BASE_URL })).toEqual([
    expect.stringMatching(/^fail: its clock differs by (60|5\d) s from this machine's/),
  ]);
  answer = { status: 200, secondsBehind: 0 };
  expect(await finding('server', { BASE_URL })).toEqual([`ok: ${BASE_URL} responds`]);
  answer = { ...answer, status: 502 };
  expect(await finding('server', { BASE_URL })).toEqual([
    `fail: ${BASE_URL}/readyz returned 502. Check the log of the server or the proxy.`,
  ]);
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
  expect(await finding('server', { BASE_URL })).toEqual([
    `warn: ${BASE_URL} does not respond. Check that the server is running and that BASE_URL is right.`,
  ]);
  expect(await finding('server')).toEqual(['ok: not running']);
});

test('a server that runs on another port than the settings say is found by its data folder', async () => {
  const running = await startServer(settings, ['--role', 'api']);
  expect(await finding('server')).toEqual([
    `warn: runs at ${running.url}, not at http://localhost:${port}. Run doctor with the server's settings (PORT, BASE_URL).`,
  ]);
  running.child.kill('SIGSTOP');
  expect(await finding('server')).toEqual([
    `fail: process ${running.child.pid} uses this data folder, but ${running.url} does not respond. Check the server's log.`,
  ]);
  running.child.kill('SIGCONT');
  await stopServer(running);
  expect(await finding('server')).toEqual(['ok: not running']);
});

test('a server open to other machines without TLS is pointed out', async () => {
  expect(await finding('listening', { HOST: '0.0.0.0' })).toEqual([
    expect.stringMatching(/^warn: 0\.0\.0\.0:\d+, .*: other machines can send keys and passwords here unencrypted\./),
  ]);
  const states = [{ HOST: '0.0.0.0', BASE_URL: 'https://visibility.invalid' }, { HOST: '::1' }, {}].map(async (more) =>
    (await finding('listening', more as Record<string, string>))[0]?.slice(0, 3),
  );
  expect(await Promise.all(states)).toEqual(['ok:', 'ok:', 'ok:']);
});

test('migrations that are missing, unknown or otherwise are failures', async () => {
  const [newest] = await db.query<{ name: string; hash: string }>(
    sql`select name, hash from migrations order by name desc limit 1`,
  );
  undo.push(async () => {
    await db.query(sql`delete from migrations where name in (${newest?.name}, '9999_future.sql')`);
    await db.query(sql`insert into migrations (name, hash) values (${newest?.name}, ${newest?.hash})`);
  });
  await db.query(sql`insert into migrations (name, hash) values ('9999_future.sql', 'x')`);
  await db.query(sql`update migrations set hash = 'y' where name = ${newest?.name}`);
  expect(await finding('migrations')).toEqual([
    `fail: the database was created by another version (${newest?.name}, 9999_future.sql). Use that version or a newer one.`,
  ]);
  await db.query(sql`delete from migrations where name = ${newest?.name}`);
  expect(await finding('migrations')).toEqual([`fail: missing: ${newest?.name}. Run: npx visibility migrate`]);
  await db.query(sql`update migrations set name = '0001_accounts_and_access.sql' where name = '0001_accounts.sql'`);
  undo.push(() =>
    db.query(sql`update migrations set name = '0001_accounts.sql' where name = '0001_accounts_and_access.sql'`),
  );
  expect(await finding('database')).toEqual([
    expect.stringMatching(/^ok: /),
    expect.stringMatching(
      /^fail: The database was created before version 1\.0\.0-rc\.1 .*visibility export .*visibility ingest /,
    ),
  ]);
});

test('a secrets file that other users can read is a failure', async () => {
  const DATA_DIR = mkdtempSync(join(scratch, 'open '));
  const own = { PORT: String(port), DATABASE_URL: url, DATA_DIR };
  await examine(readConfig(own));
  chmodSync(join(DATA_DIR, 'secrets.key'), 0o640);
  const findings = await examine(readConfig(own));
  expect(findings).toContainEqual({
    check: 'secrets',
    state: 'fail',
    message: expect.stringContaining('Run: chmod 600'),
  });
});

test('a secrets key that does not open what is stored is a failure', async () => {
  const key = await givenKey(server.deps, account);
  const webhookId = await givenWebhook(server, key, { url: 'https://hooks.customer.example/sealed' });
  undo.push(() => call(server, `/api/v1/webhooks/${webhookId}`, { key, method: 'DELETE' }));
  expect(await finding('decryption')).toEqual(['ok: stored secrets can be decrypted (1 checked)']);
  expect(await finding('decryption', { SECRETS_KEY: randomBytes(32).toString('hex') })).toEqual([
    'fail: 1 of 1 stored secrets cannot be decrypted with this key. Restore the original secrets.key (or SECRETS_KEY).',
  ]);
});

test('an account without an address for emails is pointed out', async () => {
  expect(await finding('owner')).toEqual([
    'warn: no email address for: Test. Run: npx visibility owner you@example.com',
  ]);
  await setOwnerEmail(db, account.accountId, 'owner@customer.example');
  expect(await finding('owner')).toEqual(['ok: every account has an email address']);
});

test('no mail server is pointed out, one that refuses us is a failure', async () => {
  expect(await finding('email')).toEqual([
    'warn: no mail server configured. Nothing is queued. Set SMTP_URL and MAIL_FROM to send emails.',
  ]);
  const key = await givenKey(server.deps, account);
  const rule = { name: 'Low', condition: 'below', threshold: 40, email: 'each' };
  const weekly = { name: 'Weekly', schedule: 'weekly', format: 'pdf', recipients: ['ann@customer.example'] };
  await call(server, '/api/v1/alerts', { key, method: 'POST', body: rule });
  await call(server, '/api/v1/reports', { key, method: 'POST', body: weekly });
  undo.push(
    () => db.query(sql`delete from alerts`),
    () => db.query(sql`delete from reports`),
  );
  expect(await finding('email')).toEqual([
    'warn: no mail server configured, so 1 alert rule and 1 report are not emailed. Nothing is queued. Set SMTP_URL and MAIL_FROM to send emails.',
  ]);
  await using mail = await startMailServer();
  mail.atRecipient = { code: 550, says: 'we do not know you' };
  const withMail = { ...settings, PORT: String(port), SMTP_URL: mail.url, MAIL_FROM: 'alerts@service.example' };
  const { code, out } = await runVisibility(['doctor', '--mail', 'you@customer.example'], withMail);
  expect([code, out]).toEqual([1, expect.stringMatching(/✗ test email +.*550 we do not know you/)]);
});

test('an identity provider that does not respond, or is another one, is a failure', async () => {
  const withOidc = (issuer: string) => finding('sign-in', { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'visibility' });
  expect(await finding('sign-in')).toEqual([]);
  await using provider = await startOidcServer('https://visibility.example/callback', {});
  expect(await withOidc(provider.issuer)).toEqual([`ok: ${provider.issuer} responds`]);
  expect(await withOidc(provider.issuer.replace('localhost', '127.0.0.1'))).toEqual([
    expect.stringMatching(/^fail: cannot read .*issuer.*\. Check OIDC_ISSUER and outbound network access\.$/),
  ]);
  expect(await withOidc(`http://127.0.0.1:${await freePort()}`)).toEqual([
    expect.stringMatching(/^fail: cannot read .*ECONNREFUSED/),
  ]);
});

test('IP lists behind a proxy that is not trusted are a failure', async () => {
  const BASE_URL = 'https://visibility.invalid';
  expect(await finding('proxy', { BASE_URL })).toEqual([
    expect.stringMatching(/^warn: none trusted\. Behind a reverse proxy,/),
  ]);
  await givenKey(server.deps, account, { allowedIps: ['203.0.113.7'] });
  undo.push(() => db.query(sql`delete from api_keys where allowed_ips <> '{}'`));
  expect(await finding('proxy', { BASE_URL })).toEqual([
    "fail: none trusted, but 1 key has an IP allow-list, which sees only the proxy's address. Set TRUST_PROXY to the proxy's network, such as 127.0.0.1/32.",
  ]);
  expect(await finding('proxy', { BASE_URL, TRUST_PROXY: '127.0.0.1/32' })).toEqual(['ok: trusted: 127.0.0.1/32']);
});

test('trusting everybody, or what is no network, is a failure', async () => {
  for (const TRUST_PROXY of ['0.0.0.0/0', '10.0.0.0/8,::/0']) {
    expect(await finding('proxy', { TRUST_PROXY })).toEqual([
      expect.stringMatching(/^fail: trusted: .*which is every address/),
    ]);
  }
  expect(await finding('proxy', { TRUST_PROXY: 'everybody' })).toEqual([
    'fail: TRUST_PROXY must be a list of networks such as 10.0.0.0/8,fd00::/8; "everybody" is not a network. The server cannot start with this value.',
  ]);
});

test('a SECRETS_KEY that is not the key of the first start is pointed out', async () => {
  const DATA_DIR = mkdtempSync(join(scratch, 'two keys '));
  writeFileSync(join(DATA_DIR, 'secrets.key'), `${SECRETS_KEY}\n`, { mode: 0o600 });
  expect(await finding('secrets', { DATA_DIR })).toEqual(['ok: SECRETS_KEY']);
  expect(await finding('secrets', { DATA_DIR, SECRETS_KEY: randomBytes(32).toString('hex') })).toEqual([
    expect.stringMatching(/^warn: SECRETS_KEY is used, but differs from the key in /),
  ]);
});

test('work that nobody takes is a failure, a webhook that was disabled is pointed out', async () => {
  const key = await givenKey(server.deps, account);
  const webhookId = await givenWebhook(server, key, { url: 'https://receiver.example/hook' });
  undo.push(() => call(server, `/api/v1/webhooks/${webhookId}`, { key, method: 'DELETE' }));
  await publishIn(server.deps, account.workspaces.test, [visibilityChanged()]);
  expect(await finding('deliveries')).toEqual(['ok: 1 due']);
  await db.query(sql`update deliveries set next_attempt_at = now() - interval '20 minutes'`);
  await db.query(sql`update webhook_lanes set next_due_at = now() - interval '20 minutes'`);
  expect(await finding('deliveries')).toEqual([
    expect.stringMatching(/^fail: 1 due, the oldest for 20 minutes\. Check that a worker is running /),
  ]);

  expect(await finding('webhooks')).toEqual(['ok: none disabled because of failures']);
  await db.query(sql`update webhooks set status = 'disabled', disabled_reason = 'gone', disabled_at = now()`);
  expect(await finding('webhooks')).toEqual([
    expect.stringMatching(/^warn: 1 disabled because of failures, most recently receiver\.example on \d{4}-/),
  ]);
});

test('a model that is shut down or gone, and an old price, are reported', async () => {
  const listed = { data: [{ id: 'gpt-ends', shutdown_date: '2027-03-01' }] };
  const played = await playPlatform([{ body: listed }, { body: listed }, { body: listed }, { status: 404 }]);
  undo.push(async () => played.close());
  const withModel = (model: string) => ({
    CHATGPT_API_KEY: 'sk-tried',
    CHATGPT_BASE_URL: played.url,
    CHATGPT_MODEL: model,
    PRICES_FILE: join(scratch, 'prices.json'),
  });
  const amounts = { inputPerMillion: 1, outputPerMillion: 1, typical: { inputTokens: 1, outputTokens: 1 } };
  const price = { platform: 'chatgpt', model: 'gpt-ends', asOf: '2020-01-31', ...amounts };
  writeFileSync(join(scratch, 'prices.json'), JSON.stringify([price]));
  expect(await finding('models', withModel('gpt-ends'))).toEqual([
    'warn: chatgpt shuts down gpt-ends on 2027-03-01. Set CHATGPT_MODEL to another model. A new series starts with it.',
  ]);
  expect(await finding('prices', withModel('gpt-ends'))).toEqual([
    'warn: the price of gpt-ends (chatgpt) is from 2020-01-31. Check it and set PRICES_FILE, because budgets depend on it.',
  ]);
  expect(await finding('models', withModel('gpt-gone'))).toEqual([
    'fail: chatgpt does not serve gpt-gone to this key. Set CHATGPT_MODEL to another model.',
  ]);
});

test('what each workspace asks, where and with whose key is listed, and a model that its cap excludes', async () => {
  expect(await finding('settings')).toEqual([]);
  const given = { CHATGPT_MODEL: 'gpt-6-luna', CHATGPT_BASE_URL: 'https://gateway.example/v1' };
  const { workspaces } = await givenAccount(server.deps);
  const sealed = server.deps.secrets.seal('sk-own', `${workspaces.live} chatgpt`);
  await savePlatformKey(db, workspaces.live, { platform: 'chatgpt', sealed });
  undo.push(() => db.query(sql`delete from platform_keys where workspace_id = ${workspaces.live}`));
  const mine = async (more: Record<string, string>) =>
    (await finding('settings', more)).filter((one) => one.includes('workspace key'));
  const used = 'chatgpt gpt-6-luna at https://gateway.example (workspace key)';
  expect(await mine(given)).toEqual([expect.stringMatching(/^ok: /)]);
  expect((await mine(given))[0]).toContain(used);
  const unpriced = { ...given, CHATGPT_MODEL: 'gpt-of-tomorrow' };
  expect((await mine(unpriced))[0]).toMatch(/^ok: /);
  await setCaps(db, workspaces.live, { dailyCapUsd: 5, monthlyCapUsd: undefined });
  expect((await mine(unpriced))[0]).toMatch(
    /^warn: .* chatgpt has no price, so it is not asked\. Set PRICES_FILE or UNPRICED_USD\.$/,
  );
  expect((await mine({ ...unpriced, UNPRICED_USD: '0.3' }))[0]).toMatch(/^ok: /);
});

test.each([
  ['60/4', { '*': { perMinute: 60, concurrency: 4 } }],
  ['30/2,claude=10/1', { '*': { perMinute: 30, concurrency: 2 }, claude: { perMinute: 10, concurrency: 1 } }],
])('PLATFORM_PACE=%s', (PLATFORM_PACE, paces) => {
  expect(askingIn(readConfig({ PLATFORM_PACE }))).toEqual({ paces, deadlineMs: 300_000 });
});

test.each([
  [{ PLATFORM_PACE: '60' }, 'PLATFORM_PACE must have the form 60/4,claude=10/2'],
  [{ PLATFORM_PACE: '0/4' }, 'PLATFORM_PACE must have the form 60/4,claude=10/2'],
  [{ OPENAI_COMPATIBLE_MODEL: 'm' }, 'OPENAI_COMPATIBLE_BASE_URL must be set if OPENAI_COMPATIBLE_MODEL is set'],
  [{ DATABASE_READ_URL: 'postgres://x/y' }, 'DATABASE_URL must be set if DATABASE_READ_URL is set'],
])('a setting that would not apply is refused: %j', (given, message) => {
  expect(() => readConfig(given as Record<string, string>)).toThrow(message);
});

test('a platform that refuses its key, or is away, is a failure; one that takes it is not asked a question', async () => {
  expect(await finding('platforms')).toEqual([
    'warn: no API key, so live workspaces collect no answers. Test workspaces are simulated.',
  ]);
  const played = await playPlatform([{ body: { data: [] } }, { status: 401 }, { status: 429 }, { status: 503 }]);
  undo.push(async () => played.close());
  const withKey = { CHATGPT_API_KEY: 'sk-tried', CHATGPT_BASE_URL: played.url };
  expect(await finding('platforms', withKey)).toEqual(['ok: chatgpt accepts its key']);
  expect(await finding('platforms', withKey)).toEqual([
    'fail: chatgpt rejects its key. Set another: CHATGPT_API_KEY, or visibility platforms set chatgpt',
  ]);
  expect(await finding('platforms', withKey)).toEqual([
    'warn: ChatGPT returned 429 (rate limited), so the key could not be checked. Try again in a few minutes.',
  ]);
  expect(await finding('platforms', withKey)).toEqual([
    'fail: ChatGPT returned 503, so the key could not be checked. Try again in a few minutes.',
  ]);
  const closed = { ...withKey, CHATGPT_BASE_URL: `http://127.0.0.1:${await freePort()}` };
  expect(await finding('platforms', closed)).toEqual([
    'fail: Cannot reach ChatGPT (network). Check outbound network access.',
  ]);
  expect(played.received.map(({ path }) => path).every((path) => path.startsWith('/models'))).toBe(true);
});

test('live keywords that nobody is asked about, and a budget that is reached, are pointed out', async () => {
  const live = account.workspaces.live;
  const key = await givenKey(server.deps, account, { mode: 'live' });
  const added = await call(server, '/api/v1/keywords', { key, method: 'POST', body: { keyword: 'kanban board' } });
  undo.push(() => call(server, `/api/v1/keywords/${added.body.keyword_id}`, { key, method: 'DELETE' }));
  expect(await finding('keywords')).toEqual([
    expect.stringMatching(
      /^warn: Test has active live keywords \(1\) but no platform key, so no answers are collected\./,
    ),
  ]);
  const sealed = server.deps.secrets.seal('sk-own', `${live} openai_compatible`);
  await savePlatformKey(db, live, { platform: 'openai_compatible', sealed });
  undo.push(() => db.query(sql`delete from platform_keys`));
  expect(await finding('keywords')).toEqual([expect.stringContaining('no platform key, so no answers are collected.')]);
  expect(await finding('keywords', { OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9' })).toEqual([
    'ok: every live workspace with keywords has a platform',
  ]);

  await db.query(
    sql`insert into spend (workspace_id, day, platform, answers, cost_usd) values (${live}, (now() at time zone 'UTC')::date, 'chatgpt', 10, 5)`,
  );
  undo.push(() => db.query(sql`delete from spend`));
  await setCaps(db, live, { dailyCapUsd: 5.01, monthlyCapUsd: 100 });
  expect(await finding('budget')).toEqual(['ok: no cap reached']);
  await setCaps(db, live, { dailyCapUsd: 5, monthlyCapUsd: 100 });
  expect(await finding('budget')).toEqual([
    expect.stringMatching(/^warn: Test has reached its cap for the day, so prompts wait until tomorrow\./),
  ]);
});

test('a platform whose answers vary too much is pointed out, with a better split of the budget', async () => {
  const { live } = account.workspaces;
  expect(await finding('scatter')).toEqual(['ok: answers vary at most 3 times as expected']);
  await db.query(
    sql`insert into judged_groups (workspace_id, platform, brand_id, judged_window, judged_at, baseline_windows, phi,
          df, min_points, change_level, answers_per_prompt, keyword_ids, readings, since, square, square3, error4, error12)
        select workspace_id, 'claude', 'brand', windows_judged - 1, now(), 12, 4.1, 60, 10, 0.007, 32, '{}', '{}', '{}', '{}', '{}', '{}', '{}'
        from workspaces where workspace_id = ${live}`,
  );
  undo.push(() => db.query(sql`delete from judged_groups where workspace_id = ${live}`));
  expect(await finding('scatter')).toEqual([
    'warn: answers of Claude for Test vary 4.1 times as much as independent ones, so more answers to the same prompts hardly help. At the same cost, use 2.9 times as many prompts and ask each at most 11 times a week, on 7 days.',
  ]);
});

test('an installation without a backup of the last week is pointed out', async () => {
  const DATA_DIR = mkdtempSync(join(scratch, 'backups '));
  expect(await finding('backup', { DATA_DIR })).toEqual([
    'warn: none yet. Run: npx visibility backup FILE (backups made with pg_dump are not detected).',
  ]);
  expect((await runVisibility(['backup', join(DATA_DIR, 'a.backup')], { ...settings, DATA_DIR })).code).toBe(0);
  expect(await finding('backup', { DATA_DIR })).toEqual([expect.stringMatching(/^ok: .*a\.backup, \d{4}-\d\d-\d\d$/)]);
  markBackup(DATA_DIR, { at: new Date(Date.now() - 9 * 86_400_000), file: 'old.backup' });
  expect(await finding('backup', { DATA_DIR })).toEqual([expect.stringMatching(/^warn: the last one is 9 days old\./)]);
});
