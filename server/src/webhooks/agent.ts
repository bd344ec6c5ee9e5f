import { Resolver } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { AddressRule } from './address.ts';

/** Thrown when a webhook's host leads to an address it may not reach. The address itself is never shown. */
class BlockedAddressError extends Error {
  readonly code = 'blocked_address';

  constructor() {
    super('The address of this webhook is not public');
  }
}

export interface AgentOptions {
  addresses: AddressRule;
  /** More authorities to trust, beside those of the system: PEM. */
  ca?: string | undefined;
}

const CONNECTIONS_PER_RECEIVER = 8;

/**
 * The one way out for webhooks. It checks where a connection really goes, not what the URL says: literal
 * addresses in every spelling, every address a name resolves to, and the peer once connected.
 */
export function createWebhookAgent({ addresses, ca }: AgentOptions): Agent {
  const connectTo = buildConnector({ allowH2: false, timeout: 30_000, minVersion: 'TLSv1.2', ...(ca ? { ca } : {}) });
  return new Agent({
    allowH2: false,
    connections: CONNECTIONS_PER_RECEIVER,
    pipelining: 1,
    keepAliveTimeout: 15_000,
    headersTimeout: 30_000,
    connect(options, callback) {
      const dial = async () => {
        const address = await vet(options.hostname, addresses);
        connectTo(
          { ...options, hostname: address, servername: options.servername ?? serverName(options.hostname) },
          (error, socket) => {
            if (error) callback(error, null);
            else if (socket && !addresses.allows((socket as Socket).remoteAddress ?? '')) {
              socket.destroy();
              callback(new BlockedAddressError(), null);
            } else callback(null, socket as Socket);
          },
        );
      };
      dial().catch((error: Error) => callback(error, null));
    },
  });
}

/** The address to dial, after every address of the name has been found allowed. */
async function vet(hostname: string, addresses: AddressRule): Promise<string> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) ? [host] : await resolve(host);
  const [first] = found;
  if (first === undefined || !found.every((address) => addresses.allows(address))) throw new BlockedAddressError();
  return first;
}

async function resolve(host: string): Promise<string[]> {
  if (host === 'localhost') return ['127.0.0.1'];
  const resolver = new Resolver({ timeout: 5_000, tries: 2 });
  const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  const [failure] = results.filter((result) => result.status === 'rejected');
  if (found.length === 0 && failure) throw failure.reason;
  return found;
}

function serverName(hostname: string): string {
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? '' : hostname;
}
