import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { dashboardRoutes } from '../src/api/dashboard/dashboard.ts';
import { readStaticFiles } from '../src/api/static-files.ts';
import { call, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { givenOwner } from './support/person.ts';

const { db } = useDatabase();
const folder = mkdtempSync(join(tmpdir(), 'visibility-files-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<meta property="csp-nonce" nonce="__NONCE__"><div id="root"></div>');
writeFileSync(join(folder, 'assets/app.js'), 'void 0');
afterAll(() => rmSync(folder, { recursive: true }));
const server = useApp(db, { files: readStaticFiles(folder) });

/** Every route of the dashboard, as the server registers them: a new one is in these tables by itself. */
const routes = listRoutes();

function listRoutes(): { method: string; path: string }[] {
  const found: { method: string; path: string }[] = [];
  const app = fastify();
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') found.push({ method: one, path: pathOf(url) });
  });
  dashboardRoutes(app, server.deps);
  return found.filter(({ path }) => path.startsWith('/dashboard/api/'));
}

function pathOf(url: string): string {
  return url.replace(':mode', 'test').replace(/:\w+/g, `kw_${'0'.repeat(26)}`);
}

const isOpen = (path: string) => /\/(session|invitation|invitation\/accept|share)$/.test(path);

test('403: no route that changes anything is open to another site’s page', async () => {
  const changing = routes.filter(({ method }) => method !== 'GET');
  expect(changing.length).toBeGreaterThanOrEqual(40);
  const { own } = await givenOwner(server);
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${server.url}.evil.example` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const { method, path } of changing) {
    for (const headers of foreign) {
      const sent = { cookie: own.cookie, ...headers };
      const { status, body } = await call(server, path, { method, body: {}, headers: sent });
      expect([method, path, headers, status, body]).toEqual([
        ...[method, path, headers],
        ...[403, { detail: 'Requests from other sites are not allowed' }],
      ]);
    }
  }
});

test('401: no route answers somebody who is not signed in', async () => {
  for (const { method, path } of routes) {
    if ((method !== 'GET' && isOpen(path)) || path.endsWith('/sign-in-options')) continue;
    const body = method === 'GET' ? undefined : {};
    const answer = await call(server, path, { method, body });
    const isShared = path.startsWith('/dashboard/api/shared/');
    const detail = isShared ? 'This link has expired or was revoked. Ask for a new one.' : 'Sign in first';
    expect([method, path, answer.status, answer.body]).toEqual([method, path, 401, { detail }]);
  }
});

test('no route lets another origin read its answer', async () => {
  const { own } = await givenOwner(server);
  for (const { path } of routes.filter(({ method }) => method === 'GET')) {
    const sent = { cookie: own.cookie, origin: 'https://evil.example' };
    const { headers } = await fetch(server.url + path, { headers: sent });
    expect([path, headers.get('access-control-allow-origin')]).toEqual([path, null]);
  }
});

test('every page and file comes with a policy that allows nothing inline and nothing from elsewhere', async () => {
  const pages = ['/', '/keywords', '/settings/keys', '/sign-in', '/invitation', '/no/such/page'];
  for (const path of [...pages, '/assets/app.js']) {
    const { headers } = await fetch(server.url + path, { headers: { accept: 'text/html' } });
    const policy = headers.get('content-security-policy') ?? '';
    expect([path, policy.replace(/nonce-[\w-]{22}/, 'nonce-…')]).toEqual([
      path,
      "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-…'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    ]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  }
});

test('a page knows the word of its own answer, and no two answers share one', async () => {
  const read = async () => {
    const response = await fetch(`${server.url}/`);
    const nonce = /nonce-([\w-]{22})/.exec(response.headers.get('content-security-policy') ?? '')?.[1];
    expect(await response.text()).toContain(`nonce="${nonce}"`);
    // One that is kept would not know the next answer's word.
    expect([response.headers.get('etag'), response.headers.get('cache-control')]).toEqual([null, 'no-cache']);
    return nonce;
  };
  expect(await read()).not.toBe(await read());
});
