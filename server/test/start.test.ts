import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freePort, runVisibility, startServer, stopServer, until } from './support/server-process.ts';

const scratch = mkdtempSync(join(tmpdir(), 'visibility start '));
chmodSync(scratch, 0o711);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let folders = 0;
function newDataDir(): string {
  return join(scratch, `data ${folders++}`);
}

function postgresPid(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
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

test('a PostgreSQL that was left behind after all is taken over, and stopped in the end', async () => {
  const DATA_DIR = newDataDir();
  const first = await startServer({ DATA_DIR, SANDBOX_DAYS: '0' });
  const postgres = postgresPid(DATA_DIR) ?? 0;
  // The guard dies first and cannot do its work.
  const guard = Number(readFileSync(`/proc/${postgres}/stat`, 'utf8').split(' ')[3]);
  for (const line of readFileSync(`/proc/${guard}/task/${guard}/children`, 'utf8').trim().split(' ')) {
    if (Number(line) !== postgres) process.kill(Number(line), 'SIGKILL');
  }
  process.kill(guard, 'SIGKILL');
  first.child.kill('SIGKILL');
  await first.finished;
  expect(postgresPid(DATA_DIR)).toBe(postgres);

  const second = await startServer({ DATA_DIR });
  expect(postgresPid(DATA_DIR)).toBe(postgres);
  await stopServer(second);
  expect(postgresPid(DATA_DIR)).toBeUndefined();
});

test('a second server on the same data says which one it joins, and the first after a crash joins none', async () => {
  const settings = { DATA_DIR: newDataDir(), SANDBOX_DAYS: '0' };
  const first = await startServer(settings);
  const second = await startServer(settings);
  expect(first.printed.out).not.toContain('Joins');
  expect(second.printed.out).toContain(
    `Joins       the server at ${first.url}: both use the same data and share the work`,
  );
  await Promise.all([stopServer(first), stopServer(second)]);
  // The mark of a killed server, whose process id now belongs to another process.
  writeFileSync(join(settings.DATA_DIR, 'server.json'), JSON.stringify({ pid: process.pid, url: first.url }));
  const third = await startServer({ ...settings, PORT: first.port });
  expect(third.printed.out).not.toContain('Joins');
  await stopServer(third);
});

test('keys are made, listed and revoked while the server runs, and beside a second server', async () => {
  const settings = { DATA_DIR: newDataDir(), SANDBOX_DAYS: '0' };
  const second = { ...settings, DATA_DIR: newDataDir() };
  const [server, other] = await Promise.all([startServer(settings), startServer(second)]);
  const made = await runVisibility(
    ['keys', 'create', '--mode', 'live', '--scope', 'read,write', '--plan', 'free'],
    settings,
  );
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toMatch(/^svc_live_[0-9A-Za-z]{36}\n$/);
  const key = made.out.trim();
  const response = await fetch(`${server.url}/api/v1/visibility`, { headers: { authorization: `Bearer ${key}` } });
  expect([response.status, response.headers.get('x-ratelimit-limit')]).toEqual([200, '100']);
  expect((await get(`${other.url}/api/v1/visibility`, key)).status).toBe(401);

  const listed = JSON.parse((await runVisibility(['keys', 'list', '--json'], settings)).out);
  expect(listed.map(({ mode }: { mode: string }) => mode)).toEqual(['test', 'live']);
  expect(JSON.stringify(listed)).not.toContain(key);
  const revoked = await runVisibility(['keys', 'revoke', listed[1].key_id], settings);
  expect([revoked.code, revoked.out]).toEqual([0, expect.stringContaining('It no longer works.')]);
  expect((await get(`${server.url}/api/v1/visibility`, key)).status).toBe(401);
  await Promise.all([stopServer(server), stopServer(other)]);
});

test('the sandbox is filled while the server already answers; numbers are verified and names are changed from the command line', async () => {
  const settings = { DATA_DIR: newDataDir() };
  const server = await startServer(settings);
  const key = /svc_test_\w{36}/.exec(server.printed.out)?.[0] ?? '';
  await until(async () => JSON.parse((await get(`${server.url}/api/v1/visibility`, key)).text).meta.total === 12);
  expect(server.printed.out).toContain('Try it once the sandbox is ready:');
  expect(server.printed.out).toContain('Preparing the sandbox');
  const inSandbox = (...args: string[]) => runVisibility([...args, '--mode', 'test'], settings);

  const shown = await inSandbox('brand');
  const names = JSON.parse(shown.out);
  expect([names.brand.name, names.competitors.length]).toEqual(['Heron Board', 4]);
  const file = join(scratch, 'names.json');
  writeFileSync(
    file,
    JSON.stringify({ brand: { ...names.brand, name: 'Aplomb', aliases: [] }, competitors: names.competitors.slice(1) }),
  );
  const preview = await inSandbox('brand', file, '--preview');
  expect([preview.code, preview.out]).toEqual([
    0,
    expect.stringMatching(/: \d+ → \d+ \(\d+ answers gained, \d+ lost\)/),
  ]);
  expect(JSON.parse((await inSandbox('brand')).out)).toEqual(names);
  const saved = await inSandbox('brand', file);
  expect([saved.code, saved.out]).toEqual([
    0,
    'Saved. These names are used from now on. Scores under the names before: GET /api/v1/visibility/{keyword_id}?reading=1\n',
  ]);
  writeFileSync(file, '{"brand": {"name": "X"}}');
  const refused = await inSandbox('brand', file);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('brand.name')]);
  expect(await runVisibility(['brand', join(scratch, 'none.json')], settings)).toMatchObject({ code: 1 });

  const missing = await inSandbox('verify', '--keyword', 'no such keyword');
  expect([missing.code, missing.err]).toEqual([1, 'Keyword not found. Check the name and the workspace (--mode).\n']);
  const empty = await runVisibility(['verify'], settings);
  expect([empty.code, empty.err]).toEqual([1, expect.stringContaining('has no keywords to verify')]);
  await stopServer(server);
  const verified = await inSandbox('verify', '--keyword', 'kanban board software', '--json');
  expect([verified.code, JSON.parse(verified.out).differences]).toEqual([0, 0]);
});

test('commands work without a running server too, and leave none running', async () => {
  const settings = { DATA_DIR: newDataDir() };
  const fresh = await runVisibility(['doctor'], settings);
  expect([fresh.code, fresh.out]).toEqual([1, expect.stringContaining('Run: npx visibility migrate')]);
  const none = await runVisibility(['keys', 'list'], settings);
  expect(none).toMatchObject({
    code: 1,
    err: 'There is no account yet. Start the server once to create it: npm start\n',
  });
  const migrated = await runVisibility(['migrate'], settings);
  expect(migrated).toMatchObject({ code: 0, out: 'The database is up to date\n' });
  const doctor = await runVisibility(['doctor', '--json'], settings);
  expect(doctor.code).toBe(0);
  expect(JSON.parse(doctor.out)).toContainEqual({ check: 'migrations', state: 'ok', message: 'up to date' });
  chmodSync(join(settings.DATA_DIR, 'secrets.key'), 0o644);
  const worried = await runVisibility(['doctor'], settings);
  expect([worried.code, worried.out]).toEqual([1, expect.stringContaining('chmod 600')]);
  expect(postgresPid(settings.DATA_DIR)).toBeUndefined();
});

test('Ctrl-C that arrives twice at once, from the terminal and from npm, still stops cleanly', async () => {
  const server = await startServer({ DATA_DIR: newDataDir() });
  server.child.kill('SIGINT');
  server.child.kill('SIGINT');
  expect(await server.finished).toMatchObject({ code: 0, err: '' });
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
