import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../base/log.ts';
import type { EmbeddedPostgres } from './postgres.ts';

export interface KeptPostgres {
  url: string;
  /** Resolves with the reason when PostgreSQL cannot be restarted. */
  gaveUp: Promise<string>;
  stop(): Promise<void>;
}

const DELAYS_MS = [1_000, 3_000, 9_000];
// After this long without a failure, the count of restarts starts over.
const STEADY_MS = 10 * 60_000;

/** Restarts PostgreSQL under the same URL when it stops, at most three times in a row. */
export function keepRunning(started: EmbeddedPostgres, log: Log): KeptPostgres {
  const stopping = new AbortController();
  const stopped = new Promise<true>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(true));
  });
  let current = started;
  let restarts = 0;

  async function watch(): Promise<string | undefined> {
    for (;;) {
      const since = Date.now();
      if (await Promise.race([current.lost.then(() => false), stopped])) return undefined;
      if (Date.now() - since >= STEADY_MS) restarts = 0;
      const problem = await restart();
      if (problem !== undefined || stopping.signal.aborted) return problem;
    }
  }

  async function restart(): Promise<string | undefined> {
    let problem: string | undefined;
    while (restarts < DELAYS_MS.length) {
      const delayMs = DELAYS_MS[restarts++] ?? 0;
      log.error(
        { attempt: restarts, delay_ms: delayMs, problem },
        'the built-in PostgreSQL stopped and is being restarted',
      );
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return undefined;
      try {
        current = await current.restart();
        log.warn('the built-in PostgreSQL is running again');
        return undefined;
      } catch (error) {
        problem = (error as Error).message;
      }
    }
    return `The built-in PostgreSQL stopped and did not start again in ${DELAYS_MS.length} attempts: ${problem ?? 'it stopped again each time'}`;
  }

  const watching = watch();
  return {
    url: started.url,
    gaveUp: watching.then((problem) => problem ?? new Promise<never>(() => {})),
    async stop() {
      stopping.abort();
      await watching;
      await current.stop();
    },
  };
}
