import { setTimeout as sleep } from 'node:timers/promises';

export interface LoopOptions {
  /** How long to rest after a pass that found nothing to do. */
  idleMs: number;
  signal: AbortSignal;
  onError: (error: unknown) => void;
  /** How to rest: one that can be ended early, in place of sleeping. */
  rest?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Runs one pass after the other until stopped; resolves when the last pass has finished.
 * A pass says how much it did: after some work it runs again at once, after none it rests.
 */
export async function loop(pass: () => Promise<number>, options: LoopOptions): Promise<void> {
  const { idleMs, signal, onError, rest = sleepFor } = options;
  let failures = 0;
  while (!signal.aborted) {
    let done = 0;
    try {
      done = await pass();
      failures = 0;
    } catch (error) {
      failures++;
      onError(error);
    }
    if (done > 0) continue;
    // A database that is away is asked ever less often, up to every ten seconds.
    const restMs = failures === 0 ? idleMs : Math.min(10_000, idleMs * 2 ** failures);
    await (failures === 0 ? rest : sleepFor)(restMs, signal);
  }
}

async function sleepFor(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
