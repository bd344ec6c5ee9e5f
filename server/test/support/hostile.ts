import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket, type TlsOptions } from 'node:tls';
import { testCertificates } from './certificates.ts';

export interface HostileReceiver extends AsyncDisposable {
  url: string;
  ca: string;
  /** How many requests have begun. */
  requests: number;
}

/** A receiver that answers a request with whatever bytes it likes, as it likes. */
export async function startHostile(
  answer: (socket: TLSSocket, request: string) => void,
  options: TlsOptions = {},
): Promise<HostileReceiver> {
  const { ca, key, cert } = await testCertificates();
  const open = new Set<TLSSocket>();
  const server = createServer({ key, cert, ...options }, (socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
    socket.once('data', (data) => {
      receiver.requests++;
      answer(socket, String(data));
    });
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: HostileReceiver = {
    url: `https://localhost:${(server.address() as AddressInfo).port}/hook`,
    ca,
    requests: 0,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
