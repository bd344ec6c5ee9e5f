import pg from 'pg';

/** Of one connection's statements, each waits for those before it. Three keep both cores of a small machine busy. */
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
  return {
    async query(statement) {
      if (isEnded) throw new Error('Cannot use the connections after calling end');
      turn = (turn + 1) % CONNECTIONS;
      const client = await (clients[turn] ?? connect(turn));
      return client.query(statement);
    },
    open: () => clients.filter(Boolean).length,
    async end() {
      isEnded = true;
      await Promise.all(clients.map(async (client) => (await client?.catch(() => undefined))?.end()));
    },
  };
}
