import type { Socket } from 'node:net';
import pg from 'pg';

/** A statement waits for those before it on the same connection, so one is not enough. */
const CONNECTIONS = 3;

export interface Pipeline {
  query(statement: pg.QueryConfig): Promise<pg.QueryResult>;
  open(): number;
  end(): Promise<void>;
}

/**
 * A few connections that many callers share. A statement is sent while those before it are still running, which saves
 * a pool's checkout and most of the waiting. Connections are opened on first use and again after an error.
 */
export function openPipeline(config: pg.ClientConfig, onError: (error: Error) => void): Pipeline {
  const clients: (Promise<pg.Client> | undefined)[] = Array(CONNECTIONS).fill(undefined);
  let turn = 0;
  let isEnded = false;
  function connect(place: number): Promise<pg.Client> {
    const client = new pg.Client({ ...config, pipeline: true });
    const opened = client.connect().then(() => client);
    const forget = () => {
      if (clients[place] === opened) clients[place] = undefined;
    };
    client.on('end', forget);
    client.on('error', (error) => {
      forget();
      onError(error);
    });
    opened.catch(forget);
    clients[place] = opened;
    return opened;
  }
  /** What is sent in one turn of the event loop leaves in one write. The next turn uses the next connection. */
  function gather(client: pg.Client): void {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    if (stream.writableCorked > 0) return;
    stream.cork();
    setImmediate(() => {
      turn = (turn + 1) % CONNECTIONS;
      stream.uncork();
    });
  }
  return {
    async query(statement) {
      if (isEnded) throw new Error('Cannot use the connections after calling end');
      const client = await (clients[turn] ?? connect(turn));
      gather(client);
      return client.query(statement);
    },
    open: () => clients.filter(Boolean).length,
    async end() {
      isEnded = true;
      await Promise.all(clients.map(async (client) => (await client?.catch(() => undefined))?.end()));
    },
  };
}
