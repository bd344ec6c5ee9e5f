import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { call } from '../support/app.ts';
import { postgresPid, runVisibility, startServer, stopServer, until } from '../support/server-process.ts';

const scratch = mkdtempSync(join(tmpdir(), 'visibility start '));
chmodSync(scratch, 0o711);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let folders = 0;
function newDataDir(): string {
  return join(scratch, `data ${folders++}`);
}

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
  expect((await call(other, '/api/v1/visibility', { key })).status).toBe(401);

  const listed = JSON.parse((await runVisibility(['keys', 'list', '--json'], settings)).out);
  expect(listed.map(({ mode }: { mode: string }) => mode)).toEqual(['test', 'live']);
  expect(JSON.stringify(listed)).not.toContain(key);
  const revoked = await runVisibility(['keys', 'revoke', listed[1].key_id], settings);
  expect([revoked.code, revoked.out]).toEqual([0, expect.stringContaining('It no longer works.')]);
  expect((await call(server, '/api/v1/visibility', { key })).status).toBe(401);
  await Promise.all([stopServer(server), stopServer(other)]);
});

test('the sandbox is filled while the server already answers; numbers are verified and names are changed from the command line', async () => {
  const settings = { DATA_DIR: newDataDir() };
  const server = await startServer(settings);
  const key = /svc_test_\w{36}/.exec(server.printed.out)?.[0] ?? '';
  await until(async () => JSON.parse((await call(server, '/api/v1/visibility', { key })).text).meta.total === 12);
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
