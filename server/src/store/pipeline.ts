import pg from 'pg';
import { gather } from '../base/gather.ts';

/** A statement waits for those before it on the same connection, so one is not enough. */
const CONNECTIONS = 3;

export interface Pipeline {
  query(statement: pg.QueryConfig): Promise<pg.QueryResult>;
  open(): number;
  end(): Promise<void>;
}

interface Call {
  statement: pg.QueryConfig;
  resolve: (result: pg.QueryResult) => void;
  reject: (error: unknown) => void;
}

interface Place {
  client?: Promise<pg.Client> | undefined;
}

/**
 * A few connections that many callers share. Statements that arrive together, or while all connections wait for
 * results, leave in one write: waking PostgreSQL costs more than most of these statements. Connections are opened on
 * first use and again after an error.
 */
export function openPipeline(config: pg.ClientConfig, onError: (error: Error) => void): Pipeline {
  const places: Place[] = Array.from({ length: CONNECTIONS }, () => ({}));
  const free = [...places];
  let isEnded = false;
  function connect(place: Place): Promise<pg.Client> {
    const client = new pg.Client({ ...config, pipeline: true });
    const opened = client.connect().then(() => client);
    const forget = () => {
      if (place.client === opened) place.client = undefined;
    };
    client.on('end', forget);
    client.on('error', (error) => {
      forget();
      onError(error);
    });
    opened.catch(forget);
    place.client = opened;
    return opened;
  }
  async function send(calls: Call[]): Promise<Call[]> {
    // Checked when it is their turn: those that waited would open a connection that is never closed.
    if (isEnded) throw new Error('Cannot use the connections after calling end');
    const place = free.pop();
    if (!place) throw new Error('every connection is in use');
    try {
      const client = await (place.client ?? connect(place));
      await sendTogether(client, calls);
      return calls;
    } finally {
      free.push(place);
    }
  }
  const gathered = gather(send, { mostRunning: CONNECTIONS });
  return {
    query: (statement) =>
      new Promise((resolve, reject) => {
        gathered({ statement, resolve, reject }).catch(reject);
      }),
    open: () => places.filter(({ client }) => client).length,
    async end() {
      isEnded = true;
      await Promise.all(places.map(async ({ client }) => (await client?.catch(() => undefined))?.end()));
    },
  };
}

/** Sends all statements in one write. Each caller gets its result as soon as it arrives. */
async function sendTogether(client: pg.Client, calls: Call[]): Promise<void> {
  const { stream } = client.connection;
  stream.cork();
  const running = calls.map(({ statement, resolve, reject }) => client.query(statement).then(resolve, reject));
  stream.uncork();
  await Promise.all(running);
}
