import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import { Agent, buildConnector } from 'undici';
import { type ProxySettings, proxyFor, tunnelTo } from '../base/outgoing.ts';
import type { Timings } from '../store/webhooks/complete-deliveries.ts';
import type { AddressRule } from './address.ts';
import { ownTrouble } from './failure.ts';
import { type Resolve, resolveHost } from './resolve.ts';

/** Thrown when a webhook's host resolves to a blocked address. The address itself is never shown. */
class BlockedAddressError extends Error {
  readonly code = 'blocked_address';

  constructor() {
    super('The address of this webhook is not public');
  }
}

export interface AgentOptions {
  addresses: AddressRule;
  /** Through which to connect. */
  proxy?: ProxySettings | undefined;
  /** PEM of certificate authorities to trust instead of the system's. */
  ca?: string | undefined;
  resolve?: Resolve;
  /** How long to wait for a response. */
  headersTimeout?: number;
}

// Webhooks of different customers can share a host, so there is no limit per host: one webhook that hangs would block
// the others. The lane of a webhook allows eight connections, and a worker has at most this many.
const CONNECTIONS_PER_HOST = 1_024;
const CONNECT_MS = 30_000;

/**
 * The only way for webhooks to connect. It checks the real destination rather than the URL: literal addresses in every
 * notation, every address a name resolves to, and the peer after connecting.
 */
export function createWebhookAgent({
  addresses,
  proxy: proxies,
  ca,
  resolve = (host) => resolveHost(host),
  headersTimeout = 30_000,
}: AgentOptions): Agent {
  // Created once: creating it per connection spent a twentieth of each delivery's cost on reading the certificate
  // authorities.
  const secureContext = createSecureContext({ minVersion: 'TLSv1.2', ...(ca ? { ca } : {}) });
  const secure = buildConnector({ allowH2: false, timeout: CONNECT_MS, secureContext, rejectUnauthorized: true });
  return new Agent({
    allowH2: false,
    connections: CONNECTIONS_PER_HOST,
    pipelining: 1,
    // A new TLS connection costs twelve times the CPU time of a reused one.
    keepAliveTimeout: 15_000,
    headersTimeout,
    bodyTimeout: headersTimeout,
    connect(options, callback) {
      const timings = opening ?? {};
      const open = async () => {
        const clock = stopwatch();
        const vetted = await vet(options.hostname, addresses, resolve);
        timings.dnsMs = clock();
        const port = Number(options.port || 443);
        const proxy = proxyFor(proxies, options.hostname, port);
        const socket = await (proxy ? tunnel(vetted, port, proxy) : dial(vetted, port));
        timings.connectMs = clock();
        // The peer of a tunnel is the proxy. It was given a checked address.
        if (!proxy && !addresses.allows(socket.remoteAddress ?? '')) {
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

let opening: Timings | undefined;

/**
 * Starts an attempt. If it opens a connection, that writes its timings here. undici connects inside the call that sends
 * the request, so a variable is enough: AsyncLocalStorage slows down every promise of the process on Node 20.
 */
export function timed<Result>(timings: Timings, start: () => Result): Result {
  opening = timings;
  try {
    return start();
  } finally {
    opening = undefined;
  }
}

/** Milliseconds since the previous call. */
function stopwatch(): () => number {
  let last = performance.now();
  return () => {
    const since = last;
    last = performance.now();
    return Math.round(last - since);
  };
}

/** The addresses to connect to, after all of them were checked. */
async function vet(hostname: string, addresses: AddressRule, resolve: Resolve): Promise<string[]> {
  const host = withoutBrackets(hostname);
  const found = isIP(host) ? [host] : await resolve(host);
  if (found.length === 0 || !found.every((address) => addresses.allows(address))) throw new BlockedAddressError();
  return found;
}

/** Connects to one of the checked addresses. The name is not resolved again, so the destination cannot change. */
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

/** Connects to the first of the checked addresses that the proxy can reach. */
async function tunnel([address = '', ...others]: string[], port: number, proxy: URL): Promise<Socket> {
  try {
    return await tunnelTo(address, port, { proxy, ms: CONNECT_MS });
  } catch (error) {
    if (others.length === 0 || ownTrouble(error)) throw error;
    return tunnel(others, port, proxy);
  }
}

function serverName(hostname: string): string {
  return isIP(withoutBrackets(hostname)) ? '' : hostname;
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
