import { existsSync, readdirSync, readFileSync } from 'node:fs';

const TICK_MS = 10;
const HAS_PROC = existsSync('/proc/self/stat');

/** Processor time of a process and its children, including ended ones; the clock if there is no /proc. */
export function familyMs(pid) {
  if (!HAS_PROC) return performance.now();
  let ticks = 0;
  for (const one of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(one);
    if (one === pid || fields[1] === pid) ticks += Number(fields[11]) + Number(fields[12]);
    if (one === pid) ticks += Number(fields[13]) + Number(fields[14]);
  }
  return ticks * TICK_MS;
}

/** Processor time of this process alone. */
export function ownMs() {
  if (!HAS_PROC) return 0;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** The fields after the process name: state, parent, … */
function statOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
  } catch {
    return [];
  }
}
