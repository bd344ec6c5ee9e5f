import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';

const program = fileURLToPath(new URL('../../bin/visibility.js', import.meta.url));

export interface Finished {
  code: number | null;
  out: string;
  err: string;
}

/** The command line as a person uses it: another process, with these settings and no others. */
export function visibility(args: string[], settings: Record<string, string>, { file = program, cwd = '/' } = {}) {
  const env = { PATH: '/usr/bin:/bin', HOME: '/nonexistent', ...clockFor(settings), ...settings };
  const child = spawn(process.execPath, [file, ...args], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = { out: '', err: '' };
  child.stdout.on('data', (text) => {
    printed.out += text;
  });
  child.stderr.on('data', (text) => {
    printed.err += text;
  });
  const finished = new Promise<Finished>((resolve) => {
    child.on('close', (code) => resolve({ code, ...printed }));
  });
  return { child, printed, finished };
}

/** A process with a PostgreSQL of its own has the machine's time, as that PostgreSQL does. */
function clockFor({ DATABASE_URL }: Record<string, string>) {
  return DATABASE_URL ? clockOfTests() : {};
}

/** Settings that give a Node process the time of the tests. */
export function clockOfTests() {
  const setup = new URL('process-setup.mjs', import.meta.url).href;
  return {
    NODE_OPTIONS: `--import "${setup}"`,
    CLOCK_SHIFT_MS: String(inject('clockShiftMs')),
    STATEMENTS_FOLDER: inject('statementsFolder'),
  };
}

export async function runVisibility(args: string[], settings: Record<string, string>): Promise<Finished> {
  return visibility(args, settings).finished;
}

/** A server of its own, up to its first line of greeting. */
export async function startServer(
  settings: Record<string, string>,
  args: string[] = [],
  from: { file?: string; cwd?: string } = {},
) {
  const port = String(await freePort());
  // Two days of history: enough to look at, and quick to make.
  const all = { PORT: port, LOG_LEVEL: 'warn', SANDBOX_DAYS: '2', ...settings };
  const started = visibility(['start', ...args], all, from);
  const url = `http://localhost:${port}`;
  await Promise.race([until(() => /Platforms/.test(started.printed.out)), started.finished]);
  if (!started.printed.out.includes('Platforms')) throw new Error(`it did not start: ${started.printed.err}`);
  return { ...started, url, port };
}

export async function stopServer({ child, finished }: { child: ChildProcess; finished: Promise<Finished> }) {
  child.kill('SIGINT');
  return finished;
}

export async function until(condition: () => boolean | Promise<boolean>, ms = 180_000): Promise<void> {
  const deadline = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('waited too long');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** A port that the system gives to nobody who asks for any: it is still free when a slow process comes to use it. */
export function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_000);
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(freePort()));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)));
  });
}

/** Undefined while the PostgreSQL of this folder does not run. */
export function postgresPid(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}
