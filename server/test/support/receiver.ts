import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { testCertificates } from './certificates.ts';

export interface Received {
  headers: Record<string, string>;
  body: string;
}

export interface Receiver extends AsyncDisposable {
  url: string;
  /** The authority that signed its certificate. */
  ca: string;
  received: Received[];
  /** What it answers from now on; 0: nothing, ever. */
  status: number;
  headers: Record<string, string>;
  answer: string;
}

/** A webhook receiver of its own: real HTTPS on a free port, with a certificate of the tests' authority. */
export async function startReceiver({ status = 200 }: { status?: number } = {}): Promise<Receiver> {
  const { ca, key, cert } = await testCertificates();
  const server = createServer({ key, cert }, (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      receiver.received.push({ headers: request.headers as Record<string, string>, body });
      if (receiver.status > 0) response.writeHead(receiver.status, receiver.headers).end(receiver.answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `https://localhost:${port}/hook`,
    ca,
    received: [],
    status,
    headers: {},
    answer: 'thank you',
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
