import { execFileSync } from 'node:child_process';
import { isAlive } from '../store/embedded/cluster.ts';

const LOOK_EVERY_MS = 500;

/**
 * Calls back when the `npm start` that started us is gone. npm puts a shell between itself and us: a signal sent to npm
 * alone ends npm and stops at that shell, and without this the server would run on unseen and keep the port.
 */
export function onNpmGone(callback: () => void): void {
  const npm = findNpm(process.ppid, 3);
  if (npm === undefined) return;
  const timer = setInterval(() => {
    if (isAlive(npm)) return;
    clearInterval(timer);
    callback();
  }, LOOK_EVERY_MS);
  timer.unref();
}

/** The nearest ancestor that is npm; undefined where processes cannot be listed. */
function findNpm(pid: number, generations: number): number | undefined {
  if (generations === 0 || pid <= 1) return undefined;
  try {
    const line = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
    const [, parent = '', command = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    return /^npm\b|\bnpm(-cli\.js)?\b.*\bstart\b/.test(command) ? pid : findNpm(Number(parent), generations - 1);
  } catch {
    return undefined;
  }
}
