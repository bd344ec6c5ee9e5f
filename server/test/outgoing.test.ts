import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generate } from 'selfsigned';
import { afterAll, expect, test } from 'vitest';
import { proxyFor } from '../src/base/outgoing.ts';
import { readConfig } from '../src/config.ts';
import { runVisibility } from './support/server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'visibility-proxy-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Names that only the proxy can reach. */
const HOSTS = ['platform.example', 'sign-in.example', 's3.example', 'hook.example'];
const LOGIN = `Basic ${Buffer.from('user:pass word').toString('base64')}`;

/** A proxy for CONNECT, behind which every destination is one https server. */
async function startProxy() {
  const valid = { notBeforeDate: new Date('2020-01-01'), notAfterDate: new Date('2049-12-31') };
  const options = { ...valid, keyType: 'ec', algorithm: 'sha256' } as const;
  const authority = await generate([{ name: 'commonName', value: 'Proxy test authority' }], {
    ...options,
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  });
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'platform.example' }], {
    ...options,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [{ name: 'subjectAltName', altNames: HOSTS.map((value) => ({ type: 2, value })) }],
  });
  const received: string[] = [];
  const target = createTlsServer({ key, cert }, (request, response) => {
    received.push(`${request.method} ${request.headers.host}${request.url}`);
    const issuer = `https://${request.headers.host}`;
    const page = `<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>`;
    request.resume().on('end', () => {
      if (request.headers.host === 's3.example') response.end(page);
      else response.setHeader('content-type', 'application/json').end(JSON.stringify({ issuer, output: [] }));
    });
  });
  target.listen(0, '127.0.0.1');
  await once(target, 'listening');
  const { port } = target.address() as AddressInfo;
  const connects: string[] = [];
  const proxy = createServer((_, response) => response.writeHead(405).end());
  proxy.on('connect', (request, socket) => {
    connects.push(request.url ?? '');
    if (request.headers['proxy-authorization'] !== LOGIN) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    for (const end of [upstream, socket]) end.on('error', () => end.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, authority.cert);
  return {
    url: `http://user:pass%20word@${host}`,
    urlWithoutLogin: `http://${host}`,
    ca,
    caText: authority.cert,
    connects,
    received,
    async [Symbol.asyncDispose]() {
      for (const server of [proxy, target]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

/** Runs a program in a process of its own, as `main` prepares it, and returns what it prints as JSON. */
async function inProcess(environment: Record<string, string>, program: string) {
  const at = (path: string) => JSON.stringify(new URL(`../dist/${path}`, import.meta.url).href);
  const start = `
    const { readConfig, proxyIn, oidcIn, s3In } = await import(${at('config.js')});
    const { sendThrough } = await import(${at('base/outgoing.js')});
    const config = readConfig(process.env);
    sendThrough(proxyIn(config), 5_000);
    const from = (path) => import(new URL(path, ${at('')}));
    const failure = (error) => error.cause?.code ?? error.code ?? error.message;`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', `${start}\n${program}\nprocess.exit()`],
    { env: { PATH: '/usr/bin:/bin', ...environment } },
  );
  return JSON.parse(stdout);
}

const PLATFORM = `
  const { createTransport } = await from('collect/transport.js');
  const ask = (url) => createTransport({ maxTries: 1, deadlineMs: 5_000 })
    .post('chatgpt', url, { headers: {}, body: '{}', signal: new AbortController().signal })
    .then(({ status }) => status, (error) => error.reason);`;

test('platforms, single sign-on and S3 are reached through the proxy, and the private authority is trusted', async () => {
  await using proxy = await startProxy();
  const settings = {
    HTTPS_PROXY: proxy.url,
    NODE_EXTRA_CA_CERTS: proxy.ca,
    OIDC_ISSUER: 'https://sign-in.example',
    OIDC_CLIENT_ID: 'visibility',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL_S3: 'https://s3.example',
  };
  const program = `${PLATFORM}
    const { createOidcProvider } = await from('access/oidc-provider.js');
    const { s3Storage } = await from('archive/s3-storage.js');
    const platform = await ask('https://platform.example/v1/responses');
    // The answer is no provider, but it was received.
    const oidc = await createOidcProvider(oidcIn(config)).start('https://us.example/').then(() => 'ok', () => 'ok');
    const names = [];
    for await (const name of s3Storage(new URL('s3://bucket/archive'), s3In(config)).names()) names.push(name);
    console.log(JSON.stringify({ platform, oidc, names }));`;
  expect(await inProcess(settings, program)).toEqual({ platform: 200, oidc: 'ok', names: [] });
  expect([...new Set(proxy.connects)].sort()).toEqual([
    'platform.example:443',
    's3.example:443',
    'sign-in.example:443',
  ]);
  expect(proxy.received[0]).toBe('POST platform.example/v1/responses');
  expect(proxy.received[1]).toBe('GET sign-in.example/.well-known/openid-configuration');
  expect(proxy.received[2]).toMatch(/^GET s3\.example\/bucket/);
});

test('hosts in NO_PROXY and this machine are reached directly, also with names in lower case', async () => {
  await using proxy = await startProxy();
  const direct = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1');
  await once(direct, 'listening');
  const { port } = direct.address() as AddressInfo;
  const settings = { http_proxy: proxy.url, no_proxy: 'platform.example', NODE_EXTRA_CA_CERTS: proxy.ca };
  const program = `${PLATFORM}
    console.log(JSON.stringify([
      await ask('https://platform.example/'),
      await ask('https://sub.platform.example/'),
      await ask('https://s3.example/'),
      await ask('http://127.0.0.1:${port}/'),
      await ask('http://localhost:${port}/'),
    ]));`;
  expect(await inProcess(settings, program)).toEqual(['network', 'network', 200, 200, 200]);
  expect(proxy.connects).toEqual(['s3.example:443']);
  direct.close();
});

test('a webhook goes through the proxy by its checked address, and the guard still holds', async () => {
  await using proxy = await startProxy();
  const { createWebhookAgent } = await import('../src/webhooks/agent.ts');
  const { publicAddresses } = await import('../src/webhooks/address.ts');
  const { failureCode, ownTrouble } = await import('../src/webhooks/failure.ts');
  const { request } = await import('undici');
  const addresses = publicAddresses([]);
  const found: Record<string, string[]> = {
    'hook.example': ['203.0.114.9', '2606:4700::1'],
    'platform.example': ['10.0.0.7'],
    's3.example': ['203.0.114.9', '127.0.0.1'],
  };
  const post = async (url: string, proxyUrl = proxy.url) => {
    const agent = createWebhookAgent({
      addresses,
      ca: proxy.caText,
      proxy: { httpsProxy: proxyUrl, httpProxy: undefined, noProxy: '' },
      resolve: async (host) => found[host] ?? [],
    });
    try {
      const { statusCode, body } = await request(url, { dispatcher: agent, method: 'POST', body: '{}' });
      await body.dump();
      return statusCode;
    } catch (error) {
      return ownTrouble(error) ?? failureCode(error);
    } finally {
      await agent.destroy();
    }
  };
  expect(await post('https://hook.example/in')).toBe(200);
  expect(proxy.connects).toEqual(['203.0.114.9:443']);
  expect(proxy.received).toEqual(['POST hook.example/in']);
  for (const url of ['https://platform.example/', 'https://s3.example/', 'https://127.0.0.1/', 'https://[::1]:8443/'])
    expect(await post(url)).toBe('blocked_address');
  expect(proxy.connects).toHaveLength(1);
  expect(await post('https://hook.example/in', proxy.urlWithoutLogin)).toBe('own_proxy');
  expect(await post('https://hook.example/in', 'http://127.0.0.1:1')).toBe('own_proxy');
});

test.each([
  ['', 'acme.io', 443, true],
  ['acme.io', 'acme.io', 443, false],
  ['acme.io', 'hooks.acme.io', 443, false],
  ['.acme.io', 'hooks.acme.io', 443, false],
  ['*.acme.io', 'hooks.acme.io', 443, false],
  ['acme.io', 'notacme.io', 443, true],
  ['acme.io:8443', 'acme.io', 443, true],
  ['acme.io:8443', 'acme.io', 8443, false],
  ['other.example, ACME.io', 'acme.io', 443, false],
  ['*', 'acme.io', 443, false],
  ['', 'localhost', 443, false],
  ['', '[::1]', 443, false],
])('with NO_PROXY=%j, a webhook to %s:%i goes through the proxy: %s', (noProxy, host, port, isProxied) => {
  const found = proxyFor({ httpsProxy: 'http://proxy.example:3128', httpProxy: undefined, noProxy }, host, port);
  expect(found?.href).toBe(isProxied ? 'http://proxy.example:3128/' : undefined);
});

test('the command line uses the proxy', async () => {
  await using proxy = await startProxy();
  const { out } = await runVisibility(['doctor'], {
    HTTPS_PROXY: proxy.url,
    NODE_EXTRA_CA_CERTS: proxy.ca,
    OIDC_ISSUER: 'https://sign-in.example',
    OIDC_CLIENT_ID: 'visibility',
    // Not needed for this check.
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    DATA_DIR: folder,
  });
  expect(out).toContain('sign-in.example');
  expect(proxy.received).toEqual(['GET sign-in.example/.well-known/openid-configuration']);
});

test('a proxy of another kind is refused at the start', () => {
  expect(() => readConfig({ HTTPS_PROXY: 'socks5://proxy' })).toThrow('HTTPS_PROXY must be an http or https URL');
});
