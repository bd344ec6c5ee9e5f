import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface Listening {
  channel: string;
  onNotify: () => void;
  signal: AbortSignal;
  onError: (error: Error) => void;
}

const AGAIN_MS = 1_000;

/**
 * Listens to a channel on its own connection until stopped. A broken connection is reopened. Notifications may have
 * been lost in between, so the listener is then called once.
 */
export async function listen(url: string, { channel, onNotify, signal, onError }: Listening): Promise<void> {
  while (!signal.aborted) {
    try {
      await listenOnce(url, { channel, onNotify, signal });
    } catch (error) {
      onError(error as Error);
    }
    await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function listenOnce(url: string, { channel, onNotify, signal }: Omit<Listening, 'onError'>): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'visibility listener',
  });
  let stop = () => {};
  const ended = new Promise<void>((resolve, reject) => {
    stop = resolve;
    client.on('error', reject);
    client.on('end', resolve);
  });
  ended.catch(() => undefined);
  signal.addEventListener('abort', stop);
  try {
    await client.connect();
    client.on('notification', onNotify);
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    onNotify();
    await ended;
  } finally {
    signal.removeEventListener('abort', stop);
    await client.end().catch(() => undefined);
  }
}
