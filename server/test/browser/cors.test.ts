import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findBrowser, launchBrowser } from '../../../scripts/browser.mjs';
import { givenAccount, givenKey, useApp } from '../support/app.ts';
import { useDatabase } from '../support/database.ts';

const executable = findBrowser();
const { db } = useDatabase();
/** Every request that reached the server, preflights included. */
const seen: string[] = [];
const server = useApp(db, { onResponse: ({ method }, status) => seen.push(`${method} ${status}`) });
/** Somebody else's page. By the name localhost it is of a domain that the key allows, by its address it is not. */
const site = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>A customer’s page</title>');
});
let browser: Browser;
let key = '';

beforeAll(async () => {
  if (!executable) return;
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  browser = await launchBrowser(executable);
  const account = await givenAccount(server.deps, { historyDays: 1 });
  key = await givenKey(server.deps, account, { allowedDomains: ['localhost'] });
});
beforeEach(() => {
  seen.length = 0;
});
afterAll(async () => {
  await browser?.close();
  site.close();
});

async function openPage(host: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`http://${host}:${(site.address() as AddressInfo).port}/`);
  return page;
}

interface Options {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  cache?: 'no-store';
  credentials?: 'include';
}

/** What a script on the page gets to see of an answer. */
function fetchFrom(page: Page, path: string, options: Options = {}) {
  const headers = { authorization: `Bearer ${key}`, ...options.headers };
  return page.evaluate(
    async ({ url, init }) => {
      const response = await fetch(url, init);
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: await response.text(),
      };
    },
    { url: server.url + path, init: { ...options, headers } },
  );
}

test.runIf(executable)('a page of another origin reads a list, its paging and its limits', async () => {
  const page = await openPage('localhost');
  const { status, headers, text } = await fetchFrom(page, '/api/v1/visibility?per_page=2');
  expect(status).toBe(200);
  expect(JSON.parse(text).data.length).toBe(2);
  const readable = ['link', 'etag', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-request-id'];
  for (const name of readable) expect([name, headers[name]]).toEqual([name, expect.stringMatching(/./)]);
  expect(seen).toEqual(['OPTIONS 204', 'GET 200']);

  const again = await fetchFrom(page, '/api/v1/visibility?per_page=2', {
    headers: { 'if-none-match': headers.etag ?? '' },
    cache: 'no-store',
  });
  expect(again.status).toBe(304);
  await page.close();
});

test.runIf(executable)('a page of another origin adds a keyword once, however often it asks', async () => {
  const page = await openPage('localhost');
  const add = () =>
    fetchFrom(page, '/api/v1/keywords', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'from a page' },
      body: JSON.stringify({ keyword: 'added by a page' }),
    });
  const [first, second] = [await add(), await add()];
  expect([first.status, first.headers.location]).toEqual([201, expect.stringMatching(/^\/api\/v1\/keywords\/kw_/)]);
  expect([second.status, second.headers['idempotent-replayed'], second.text]).toEqual([201, 'true', first.text]);
  await page.close();
});

test.runIf(executable)('a page of a domain that the key does not allow is told so, readably', async () => {
  const page = await openPage('127.0.0.1');
  const { status, text } = await fetchFrom(page, '/api/v1/visibility');
  expect([status, text]).toEqual([403, '{"detail":"Domain 127.0.0.1 is not allowed for this API key"}']);
  await page.close();
});

test.runIf(executable)('cookies never come along, and the dashboard’s own routes stay closed to the page', async () => {
  const page = await openPage('localhost');
  await expect(fetchFrom(page, '/api/v1/visibility', { credentials: 'include' })).rejects.toThrow('Failed to fetch');
  await expect(fetchFrom(page, '/dashboard/api/session')).rejects.toThrow('Failed to fetch');
  await page.close();
});
