import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A door before a PostgreSQL that can be shut: open connections break, new ones are refused. */
export async function startDoor(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let isOpen = true;
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
      socket.pipe(other);
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
    open() {
      isOpen = true;
    },
  };
}
