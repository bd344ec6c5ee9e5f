import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrowser, launchBrowser } from '../../../scripts/browser.mjs';
import { givenAccount, givenKey, useApp } from '../support/app.ts';
import { useDatabase } from '../support/database.ts';

const executable = findBrowser();
const built = fileURLToPath(new URL('../../../sdk/dist/', import.meta.url));
const { db } = useDatabase();
const server = useApp(db);
const PAGE = `<!doctype html><title>A page</title><link rel="icon" href="data:,">
<script type="module">import * as sdk from '/index.js'; globalThis.sdk = sdk;</script>`;
/** Somebody's page, with the SDK as it was built beside it. */
const site = createServer(async (request, response) => {
  const file = join(built, normalize(new URL(request.url ?? '/', 'http://x').pathname));
  if (!file.endsWith('.js') || !existsSync(file)) {
    return response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  }
  response.writeHead(200, { 'content-type': 'text/javascript' }).end(await readFile(file));
});
let browser: Browser;
let key = '';

beforeAll(async () => {
  if (!executable) return;
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  browser = await launchBrowser(executable);
  key = await givenKey(server.deps, await givenAccount(server.deps, { historyDays: 1 }));
});
afterAll(async () => {
  await browser?.close();
  site.close();
});

test.runIf(executable)(
  'in a page of another origin the SDK reads, writes, pages, fails and verifies as elsewhere',
  async () => {
    const page = await browser.newPage();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
    await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
    await page.waitForFunction(() => 'sdk' in globalThis);
    const seen = await page.evaluate(
      async ({ baseUrl, apiKey }) => {
        const { sdk } = globalThis as unknown as { sdk: typeof import('@visibility/sdk') };
        const client = sdk.createClient({ baseUrl, apiKey });
        const made = await client.keywords.create({ keyword: 'from a page' });
        const words: string[] = [];
        for await (const { keyword } of client.keywords.iterate({ per_page: 5 })) words.push(keyword);
        await client.keywords.change(made.keyword_id, { status: 'paused' });
        await client.keywords.delete(made.keyword_id);
        const error = await client.keywords.get(made.keyword_id).catch((caught: unknown) => caught);
        const { body, headers } = await sdk.signSampleEvent('mention.new', 'a secret');
        return {
          words,
          remaining: client.rateLimit?.remaining,
          error: error instanceof sdk.ApiError && [error.status, error.detail, error.requestId],
          event: (await sdk.parseEvent(body, headers, 'a secret')).type,
        };
      },
      { baseUrl: server.url, apiKey: key },
    );
    expect(seen.words.length).toBe(13);
    expect(seen.words).toContain('from a page');
    expect(seen.remaining).toBeLessThan(10_000);
    expect(seen.error).toEqual([404, 'Keyword not found', expect.stringMatching(/./)]);
    expect(seen.event).toBe('mention.new');
    // The browser itself notes the 404; the SDK says nothing.
    expect(said.filter((text) => !text.includes('404'))).toEqual([]);
    await page.close();
  },
);
