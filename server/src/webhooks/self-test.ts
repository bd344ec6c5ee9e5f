import { createServer, type Server } from 'node:net';
import { type Dispatcher, request } from 'undici';
import { withDeadline } from '../base/deadline.ts';
import { SetupError } from '../base/errors.ts';
import type { AddressRule } from './address.ts';

// Every notation of "this machine" that is known to bypass address filters.
const HOSTS: [address: string, hosts: string[]][] = [
  [
    '127.0.0.1',
    ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::ffff:7f00:1]', 'localhost', 'a.localhost'],
  ],
  ['::1', ['[::1]', '[0:0:0:0:0:0:0:1]']],
];
const TRY_MS = 5_000;

/**
 * Tries to reach this machine through the webhook agent and throws if any connection succeeds. This catches a change,
 * such as a library update, that disables the address guard. Addresses that the operator allows are not tested.
 */
export async function proveGuard(agent: Dispatcher, addresses: AddressRule): Promise<void> {
  for (const [address, hosts] of HOSTS) {
    if (addresses.allows(address)) continue;
    const reached: string[] = [];
    let host = '';
    const server = await listenOn(address, () => reached.push(host));
    if (!server) continue;
    try {
      for (host of hosts) await knock(agent, host, server.port);
    } finally {
      await new Promise((resolve) => server.server.close(resolve));
    }
    if (reached.length > 0) {
      throw new SetupError(
        `Webhooks can reach this machine as ${[...new Set(reached)].join(', ')}: the address guard does not work. No webhooks are sent. Please report this.`,
      );
    }
  }
}

/** Undefined if the machine has no such address, for example without IPv6. */
async function listenOn(
  address: string,
  onConnection: () => void,
): Promise<{ server: Server; port: number } | undefined> {
  const server = createServer((socket) => {
    onConnection();
    socket.destroy();
  });
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(0, address, () => {
      const bound = server.address();
      resolve({ server, port: typeof bound === 'object' && bound ? bound.port : 0 });
    });
  });
}

async function knock(agent: Dispatcher, host: string, port: number): Promise<void> {
  try {
    const { body } = await withDeadline(TRY_MS, undefined, (signal) =>
      request(`https://${host}:${port}/`, { dispatcher: agent, method: 'POST', signal }),
    );
    body.destroy();
  } catch {
    // Blocked by the guard, or closed by the listener, which has then counted the connection.
  }
}
