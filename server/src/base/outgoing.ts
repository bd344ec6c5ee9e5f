import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIPv6, type Socket } from 'node:net';
import { EnvHttpProxyAgent, install, setGlobalDispatcher } from 'undici';

export interface ProxySettings {
  /** For https addresses. */
  httpsProxy: string | undefined;
  /** For http addresses, and for https ones without `httpsProxy`. */
  httpProxy: string | undefined;
  /** Hosts that are reached directly: `acme.io` with its subdomains, `acme.io:8443`, `*`. */
  noProxy: string;
}

/** The proxy cannot be used, which is not the fault of the address behind it. */
class ProxyDownError extends Error {
  readonly code = 'proxy_down';
}

/** This machine is always reached directly: its commands call its server. */
const HERE = 'localhost,127.0.0.1,[::1]';

/**
 * Sends every request of this process that has no agent of its own through the proxy: to platforms, identity providers and
 * S3. Webhooks have one, because they check addresses.
 */
export function sendThrough({ httpsProxy = '', httpProxy = '', noProxy }: ProxySettings, replyMs: number): void {
  const timeouts = { headersTimeout: replyMs, bodyTimeout: replyMs };
  setGlobalDispatcher(
    new EnvHttpProxyAgent({
      ...timeouts,
      httpsProxy,
      httpProxy,
      noProxy: noProxy === '*' ? '*' : `${noProxy},${HERE}`,
    }),
  );
  // Node's own fetch has another version of undici, which cannot use this one's connections on Node 20.
  install();
}

/** The proxy for https connections to a host, by the rules of undici. */
export function proxyFor(settings: ProxySettings | undefined, host: string, port: number): URL | undefined {
  const proxy = settings?.httpsProxy ?? settings?.httpProxy;
  if (!settings || !proxy || settings.noProxy === '*') return undefined;
  const isDirect = `${settings.noProxy},${HERE}`.split(/[,\s]/).some((entry) => {
    const [, name = '', only] = /^(.+?)(?::(\d+))?$/.exec(entry.replace(/^\*?\./, '').toLowerCase()) ?? [];
    return name !== '' && (host === name || host.endsWith(`.${name}`)) && (only === undefined || Number(only) === port);
  });
  return isDirect ? undefined : new URL(proxy);
}

/** Opens a connection to an address through a proxy, which is not given a name to resolve. */
export function tunnelTo(address: string, port: number, { proxy, ms }: { proxy: URL; ms: number }): Promise<Socket> {
  const path = `${isIPv6(address) ? `[${address}]` : address}:${port}`;
  const isSecure = proxy.protocol === 'https:';
  const login = decodeURIComponent(`${proxy.username}:${proxy.password}`);
  const asked = (isSecure ? secureRequest : plainRequest)({
    method: 'CONNECT',
    host: proxy.hostname.replace(/^\[|\]$/g, ''),
    port: Number(proxy.port) || (isSecure ? 443 : 80),
    path,
    headers: {
      host: path,
      ...(proxy.username && { 'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}` }),
    },
    agent: false,
    timeout: ms,
  });
  return new Promise((resolve, reject) => {
    asked.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket as Socket);
      socket.destroy();
      const isLoginMissing = statusCode === 407;
      reject(
        isLoginMissing
          ? new ProxyDownError('The proxy requires a login')
          : Object.assign(new Error(`The proxy returned ${statusCode}`), { code: 'ECONNREFUSED' }),
      );
    });
    asked.once('timeout', () => asked.destroy(Object.assign(new Error('no reply in time'), { code: 'ETIMEDOUT' })));
    asked.once('error', (cause) => reject(new ProxyDownError('The proxy cannot be reached', { cause })));
    asked.end();
  });
}
