import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freePort, postgresPid, runVisibility, startServer, stopServer, until } from './support/server-process.ts';

const scratch = mkdtempSync(join(tmpdir(), 'visibility start '));
chmodSync(scratch, 0o711);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let folders = 0;
function newDataDir(): string {
  return join(scratch, `data ${folders++}`);
}

async function get(url: string, key: string) {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, text: await response.text() };
}

test('a newcomer starts it, uses what it prints, stops it with Ctrl-C, and finds everything again', async () => {
  const DATA_DIR = newDataDir();
  const first = await startServer({ DATA_DIR });
  const { out } = first.printed;
  expect(out).toContain(`${first.url}/sign-in#token=`);
  expect(out).toContain(DATA_DIR);
  expect(out).toContain('simulated chatgpt, claude, gemini, perplexity');
  const key = /svc_test_\w{36}/.exec(out)?.[0] ?? '';
  expect((await get(`${first.url}/api/v1/visibility`, key)).status).toBe(200);
  expect((await get(`${first.url}/readyz`, '')).status).toBe(200);
  const link = await runVisibility(['link'], { DATA_DIR });
  expect(link.out).toContain(`${first.url}/sign-in#token=`);
  const ended = await stopServer(first);
  expect([ended.code, ended.err]).toEqual([0, '']);
  expect(postgresPid(DATA_DIR)).toBeUndefined();

  const second = await startServer({ DATA_DIR });
  expect(second.printed.out).not.toMatch(/svc_test_\w/);
  expect((await get(`${second.url}/api/v1/keywords`, key)).status).toBe(200);
  await stopServer(second);
});

test('killed without warning, it leaves no PostgreSQL behind and starts again', async () => {
  const DATA_DIR = newDataDir();
  const first = await startServer({ DATA_DIR });
  const key = /svc_test_\w{36}/.exec(first.printed.out)?.[0] ?? '';
  first.child.kill('SIGKILL');
  await first.finished;
  await until(() => postgresPid(DATA_DIR) === undefined);
  const second = await startServer({ DATA_DIR });
  expect((await get(`${second.url}/api/v1/keywords`, key)).status).toBe(200);
  await stopServer(second);
});

test('secrets are readable by their owner alone', async () => {
  const DATA_DIR = newDataDir();
  await runVisibility(['migrate'], { DATA_DIR });
  for (const name of ['secrets.key', 'postgres-password']) {
    expect(statSync(join(DATA_DIR, name)).mode & 0o777).toBe(0o600);
  }
});

test.each<[string, string[], () => Promise<Record<string, string>>, RegExp]>([
  [
    'a port in use',
    ['start'],
    portInUse,
    /^Port \d+ on 127\.0\.0\.1 is already in use\. Choose another port: PORT=4001 npm start\n$/,
  ],
  [
    'a DATA_DIR that is a file',
    ['start'],
    dataDirIsFile,
    /^DATA_DIR .*file cannot be written \(ENOTDIR\)\. Make it writable, or set DATA_DIR to another folder\.\n$/,
  ],
  [
    'a DATA_DIR that cannot be made',
    ['start'],
    async () => ({ DATA_DIR: '/proc/visibility' }),
    /^DATA_DIR \/proc\/visibility cannot be written \(\w+\)\./,
  ],
  [
    'a DATABASE_URL that nobody answers',
    ['start'],
    unreachable,
    /^DATABASE_URL cannot be used: .*ECONNREFUSED.*\. Check its host, user, password and database name\.\n$/,
  ],
  [
    'a DATABASE_URL of something else',
    ['start'],
    async () => ({ DATABASE_URL: 'mysql://x' }),
    /^Invalid setting: DATABASE_URL must start with postgres:\/\/\. See \.env\.example\.\n$/,
  ],
  [
    'a PORT that is none',
    ['start'],
    async () => ({ PORT: 'http' }),
    /^Invalid setting: PORT must be a port number\. See \.env\.example\.\n$/,
  ],
  [
    'a network that is none',
    ['start'],
    async () => ({ TRUST_PROXY: 'true' }),
    /^TRUST_PROXY must be a list of networks such as 10\.0\.0\.0\/8,fd00::\/8; "true" is not a network\.\n$/,
  ],
  [
    'an SMTP_URL of something else',
    ['start'],
    async () => ({ SMTP_URL: 'https://user:hidden@mail.example.com' }),
    /^SMTP_URL must look like smtps:\/\/user:password@mail\.example\.com:465 or smtp:\/\/mail\.example\.com:587\. [^\n]*\n$/,
  ],
  [
    'a mail server without a sender',
    ['start'],
    async () => ({ SMTP_URL: 'smtp://mail.example.com' }),
    /^MAIL_FROM must be the sender of emails, such as Visibility <alerts@example\.com>\.\n$/,
  ],
  ['an unknown command', ['strat'], async () => ({}), /^Unknown command "strat"\. List commands: visibility --help\n$/],
  [
    'an unknown option',
    ['start', '--prot', '1'],
    async () => ({}),
    /^Unknown option '--prot'\. Options of visibility start: --role\.\n$/,
  ],
  [
    'an unknown role',
    ['start', '--role', 'boss'],
    async () => ({}),
    /^--role must be all, api or worker, not "boss"\.\n$/,
  ],
])('one clear sentence and exit code 1: %s', async (_name, args, settings, sentence) => {
  // The usual port may be taken on the machine of whoever runs this.
  const usual = { DATA_DIR: newDataDir(), PORT: String(await freePort()) };
  const { code, out, err } = await runVisibility(args, { ...usual, ...(await settings()) });
  expect(err).toMatch(sentence);
  expect([code, out]).toEqual([1, '']);
});

async function portInUse() {
  const server = createServer().listen(0, '127.0.0.1').unref();
  await new Promise((resolve) => server.once('listening', resolve));
  return { PORT: String((server.address() as { port: number }).port) };
}

async function dataDirIsFile() {
  const path = join(scratch, 'file');
  writeFileSync(path, '');
  return { DATA_DIR: path };
}

async function unreachable() {
  return { DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none` };
}

test.runIf(process.getuid?.() === 0)('root is told when PostgreSQL could not enter the DATA_DIR it chose', async () => {
  const closed = join(scratch, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  const { code, err } = await runVisibility(['migrate'], { DATA_DIR: join(closed, 'data') });
  expect([code, err]).toEqual([1, expect.stringContaining('The user that runs PostgreSQL (uid ')]);
});
