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
 * Runs `copy … to stdout` and hands each piece on; says how many rows it was. While `write` has not resolved nothing more is
 * read, so that a table of any size passes through little memory.
 */
export async function copyOut(
  client: pg.Client,
  statement: string,
  write: (chunk: Buffer) => Promise<void> | undefined,
): Promise<number> {
  let last: Promise<void> | undefined;
  const rows = await runCopy(client, statement, (connection, fail, isOver) => ({
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // A copy: the driver uses the memory again for what comes next.
      last = write(Buffer.from(chunk));
      if (!last) return;
      connection().stream.pause();
      last
        .catch((error: Error) => {
          fail(error);
          // The rest of the table is not wanted any more, and COPY cannot be told so otherwise.
          if (!isOver()) connection().stream.destroy();
        })
        .finally(() => connection().stream.resume());
    },
  }));
  await last;
  return rows;
}

/** Runs `copy … from stdin` with these pieces; says how many rows it was. An error of theirs ends the statement. */
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
    // PostgreSQL has turned a row down: the rest would only be thrown away.
    if (isOver()) return;
    connection.sendCopyFromChunk(chunk);
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
  }
  if (!isOver()) connection.endCopyFrom();
}

type Handlers = (connection: () => CopyConnection, fail: (error: Error) => void, isOver: () => boolean) => object;

/** The driver knows COPY only as messages that a query of one's own takes. */
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
        // Ours first: PostgreSQL's then only says that we gave up.
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
