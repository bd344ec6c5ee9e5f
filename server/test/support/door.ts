import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A door before a PostgreSQL that can be shut: open connections break, new ones are refused. Or it can be blocked: all
 * stay open, and nothing passes any more.
 */
export async function startDoor(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let isOpen = true;
  let isBlocked = false;
  const server = createServer((client) => {
    if (!isOpen) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.on('data', (bytes) => isBlocked || other.write(bytes));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  // Otherwise clients would go around the door by the Unix socket.
  url.searchParams.delete('host');
  return {
    url: url.href,
    close() {
      isOpen = false;
      for (const socket of open) socket.destroy();
    },
    block() {
      isBlocked = true;
    },
    open() {
      // What did not pass is lost, so connections that waited for it cannot go on.
      if (isBlocked) for (const socket of open) socket.destroy();
      isOpen = true;
      isBlocked = false;
    },
  };
}
