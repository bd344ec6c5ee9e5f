import { once } from 'node:events';
import type { Socket } from 'node:net';
import type pg from 'pg';

/** The part of the driver's connection that COPY needs. */
interface CopyConnection {
  stream: Socket;
  query(statement: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/**
 * Runs `copy … to stdout` and passes on each chunk. Returns the number of rows. It reads no more until `write`
 * resolves, so that a table of any size needs little memory.
 */
export async function copyOut(
  client: pg.Client,
  statement: string,
  write: (chunk: Buffer) => Promise<void> | undefined,
): Promise<number> {
  let last: Promise<void> | undefined;
  const rows = await runCopy(client, statement, (connection, fail, isOver) => ({
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // A copy, because the driver reuses the memory.
      last = write(Buffer.from(chunk));
      if (!last) return;
      connection().stream.pause();
      last
        .catch((error: Error) => {
          fail(error);
          // The rest of the table is not needed. Ending the connection is the only way to stop COPY.
          if (!isOver()) connection().stream.destroy();
        })
        .finally(() => connection().stream.resume());
    },
  }));
  await last;
  return rows;
}

/**
 * Runs `copy … from stdin` with these chunks and returns the number of rows. An error from the chunks aborts the
 * statement.
 */
export function copyIn(client: pg.Client, statement: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  return runCopy(client, statement, (connection, fail, isOver) => ({
    handleCopyInResponse() {
      pour(connection(), chunks, isOver).catch((error: Error) => {
        fail(error);
        connection().sendCopyFail('the backup cannot be read');
      });
    },
  }));
}

async function pour(connection: CopyConnection, chunks: AsyncIterable<Buffer>, isOver: () => boolean): Promise<void> {
  for await (const chunk of chunks) {
    // PostgreSQL has rejected a row, so the rest would be discarded.
    if (isOver()) return;
    connection.sendCopyFromChunk(chunk);
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
  }
  if (!isOver()) connection.endCopyFrom();
}

type Handlers = (connection: () => CopyConnection, fail: (error: Error) => void, isOver: () => boolean) => object;

/** The driver supports COPY only as messages to a custom query. */
function runCopy(client: pg.Client, statement: string, handlers: Handlers): Promise<number> {
  return new Promise((resolve, reject) => {
    let connection: CopyConnection;
    let problem: Error | undefined;
    let rows = 0;
    let isOver = false;
    const fail = (error: Error) => {
      problem ??= error;
    };
    const onEnd = () => reject(problem ?? new Error('Connection terminated unexpectedly'));
    client.once('end', onEnd);
    client.query({
      submit(given: unknown) {
        connection = given as CopyConnection;
        connection.query(statement);
      },
      handleCommandComplete({ text }: { text: string }) {
        rows = Number(/^COPY (\d+)/.exec(text)?.[1]);
      },
      handleError(error: Error) {
        isOver = true;
        // Our error first: PostgreSQL's error only reports that we aborted.
        reject(problem ?? error);
      },
      handleReadyForQuery() {
        isOver = true;
        client.off('end', onEnd);
        if (problem) reject(problem);
        else resolve(rows);
      },
      ...handlers(
        () => connection,
        fail,
        () => isOver,
      ),
    });
  });
}
