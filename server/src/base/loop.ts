import { setTimeout as sleep } from 'node:timers/promises';
import { traceJob } from './tracing.ts';

export interface LoopOptions {
  /** Its name in traces. Without a name, it is not traced. */
  job?: string;
  /** How long to wait after a pass without work. */
  idleMs: number;
  signal: AbortSignal;
  onError: (error: unknown) => void;
  /** How to wait. Pass a function that can be woken early instead of sleeping. */
  rest?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Runs passes until stopped. Resolves after the last pass. A pass returns how much it did: after some work the next
 * pass starts immediately, after none it waits.
 */
export async function loop(pass: () => Promise<number>, options: LoopOptions): Promise<void> {
  const { job, idleMs, signal, onError, rest = sleepFor } = options;
  let failures = 0;
  while (!signal.aborted) {
    let done = 0;
    try {
      done = await (job === undefined ? pass() : traceJob(job, pass));
      failures = 0;
    } catch (error) {
      failures++;
      onError(error);
    }
    if (done > 0) continue;
    // Backs off while the database is unreachable, up to ten seconds.
    const restMs = failures === 0 ? idleMs : Math.min(10_000, idleMs * 2 ** failures);
    await (failures === 0 ? rest : sleepFor)(restMs, signal);
  }
}

async function sleepFor(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
