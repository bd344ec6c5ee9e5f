import { AsyncLocalStorage } from 'node:async_hooks';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import { Agent, buildConnector } from 'undici';
import type { Timings } from '../store/webhooks/complete-deliveries.ts';
import type { AddressRule } from './address.ts';
import { type Resolve, resolveHost } from './resolve.ts';

/** Thrown when a webhook's host leads to an address it may not reach. The address itself is never shown. */
class BlockedAddressError extends Error {
  readonly code = 'blocked_address';

  constructor() {
    super('The address of this webhook is not public');
  }
}

export interface AgentOptions {
  addresses: AddressRule;
  /** Authorities to trust in place of the system's: PEM. */
  ca?: string | undefined;
  resolve?: Resolve;
}

// Webhooks of different customers share hosts: with a limit of its own, a host where one of them hangs would keep the others
// waiting. Each webhook's lane allows it eight at a time, and a worker has no more than this under way.
const CONNECTIONS_PER_HOST = 1_024;
const CONNECT_MS = 30_000;

/**
 * The one way out for webhooks. It checks where a connection really goes, not what the URL says: literal
 * addresses in every spelling, every address a name resolves to, and the peer once connected.
 */
export function createWebhookAgent({ addresses, ca, resolve = (host) => resolveHost(host) }: AgentOptions): Agent {
  // Made once: with one per connection, reading the authorities was a twentieth of the cost of a delivery.
  const secureContext = createSecureContext({ minVersion: 'TLSv1.2', ...(ca ? { ca } : {}) });
  const secure = buildConnector({ allowH2: false, timeout: CONNECT_MS, secureContext, rejectUnauthorized: true });
  return new Agent({
    allowH2: false,
    connections: CONNECTIONS_PER_HOST,
    pipelining: 1,
    // A cold TLS connection costs twelve times the processor time of a warm one.
    keepAliveTimeout: 15_000,
    headersTimeout: 30_000,
    connect(options, callback) {
      const timings = attempt.getStore() ?? {};
      const open = async () => {
        const clock = stopwatch();
        const vetted = await vet(options.hostname, addresses, resolve);
        timings.dnsMs = clock();
        const socket = await dial(vetted, Number(options.port || 443));
        timings.connectMs = clock();
        if (!addresses.allows(socket.remoteAddress ?? '')) {
          socket.destroy();
          throw new BlockedAddressError();
        }
        const servername = options.servername || serverName(options.hostname);
        secure(
          { ...options, hostname: withoutBrackets(options.hostname), servername, httpSocket: socket },
          (...[error, secured]) => {
            timings.tlsMs = clock();
            if (error) {
              socket.destroy();
              callback(error, null);
            } else callback(null, secured as Socket);
          },
        );
      };
      open().catch((error: Error) => callback(error, null));
    },
  });
}

/** What an attempt writes its times into while it runs; a connection made meanwhile is made for it. */
export const attempt = new AsyncLocalStorage<Timings>();

/** Milliseconds since it was last asked. */
function stopwatch(): () => number {
  let last = performance.now();
  return () => {
    const since = last;
    last = performance.now();
    return Math.round(last - since);
  };
}

/** The addresses to dial, after every one of them has been found allowed. */
async function vet(hostname: string, addresses: AddressRule, resolve: Resolve): Promise<string[]> {
  const host = withoutBrackets(hostname);
  const found = isIP(host) ? [host] : await resolve(host);
  if (found.length === 0 || !found.every((address) => addresses.allows(address))) throw new BlockedAddressError();
  return found;
}

/** Connects to one of the vetted addresses; the name is not looked up again, so it cannot lead elsewhere by now. */
function dial(vetted: string[], port: number): Promise<Socket> {
  const all = vetted.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_host, _options, done) => done(null, all);
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: 'vetted',
      port,
      lookup,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: 2_500,
    });
    const timer = setTimeout(() => {
      socket.destroy(Object.assign(new Error('connecting took too long'), { code: 'ETIMEDOUT' }));
    }, CONNECT_MS);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
    socket.once('close', () => clearTimeout(timer));
  });
}

function serverName(hostname: string): string {
  return isIP(withoutBrackets(hostname)) ? '' : hostname;
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
