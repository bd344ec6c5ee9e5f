import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { call, useApp } from '../support/app.ts';
import { axeProblems, dashboardFiles, executable, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';
import { post } from '../support/oauth.ts';
import { givenOwner, PASSWORD } from '../support/person.ts';
import { freePort } from '../support/server-process.ts';

const port = await freePort();
const baseUrl = `http://127.0.0.1:${port}`;
const { db } = useDatabase();
const server = useApp(db, { baseUrl, ...dashboardFiles }, port);
const { openPage } = useBrowser(server);
const CALLBACK = 'https://assistant.example/callback';
const VERIFIER = 'v'.repeat(43);

test.runIf(executable)(
  'a person who is not signed in signs in, connects an assistant and comes back to it',
  async () => {
    const owner = await givenOwner(server);
    const body = { client_name: '<b>Helper</b>', redirect_uris: [CALLBACK] };
    const { client_id: app } = (await call(server, '/oauth/register', { method: 'POST', body })).body;
    const asked = new URLSearchParams({
      response_type: 'code',
      client_id: app,
      redirect_uri: CALLBACK,
      code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      code_challenge_method: 'S256',
      scope: 'read write',
      state: 'abc',
    });
    const { page } = await openPage({ viewport: { width: 390, height: 844 } });
    await page.route('https://assistant.example/**', (route) => route.fulfill({ body: 'connected' }));
    await page.goto(`${baseUrl}/oauth/authorize?${asked}`);
    await page.getByLabel('Email', { exact: true }).fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: '<b>Helper</b> asks for access' }).waitFor();
    await page.getByText('assistant.example', { exact: true }).waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('radio', { name: 'Test', exact: true }).check();
    await page.getByRole('radio', { name: 'Read and write', exact: true }).check();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.waitForURL(`${CALLBACK}?**`);
    const back = new URL(page.url()).searchParams;
    expect([back.get('state'), back.get('iss')]).toEqual(['abc', baseUrl]);
    const form = { client_id: app, code: back.get('code') ?? '', redirect_uri: CALLBACK, code_verifier: VERIFIER };
    const { body: tokens } = await post(server, '/oauth/token', {
      form: { grant_type: 'authorization_code', ...form },
    });
    expect(tokens).toMatchObject({ access_token: expect.stringMatching(/^svc_test_at_/), scope: 'read write' });

    await page.goto(`${baseUrl}/oauth/authorize?${asked}`);
    await page.getByRole('button', { name: 'Refuse', exact: true }).click();
    await page.waitForURL(/error=access_denied/);
    await page.goto(`${baseUrl}/settings/oauth-clients`);
    await page
      .getByRole('row', { name: /<b>Helper<\/b>.*Assistant/ })
      .first()
      .waitFor();
    await page.goto(`${baseUrl}/oauth/authorize?client_id=unknown`);
    await page.getByRole('heading', { name: 'The assistant can’t be connected' }).waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await page.context().close();
  },
);
