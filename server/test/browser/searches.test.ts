import { beforeAll, expect, test } from 'vitest';
import { call, givenAccount, givenKey, useApp } from '../support/app.ts';
import { axeProblems, dashboardFiles, executable, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';

const { db } = useDatabase();
const server = useApp(db, dashboardFiles);
const { openSignedIn } = useBrowser(server);
let account: Awaited<ReturnType<typeof givenAccount>>;
let keywordId = '';

beforeAll(async () => {
  if (!executable) return;
  account = await givenAccount(server.deps, { historyDays: 35, seed: 'visibility' });
  const key = await givenKey(server.deps, account);
  const { body } = await call(server, '/api/v1/keywords?q=kanban', { key });
  keywordId = body.data[0].keyword_id;
});

test.runIf(executable)('the searches of a keyword are on its page, and all of them on their own', async () => {
  const { page, complaints } = await openSignedIn(account, `/keywords/${keywordId}?tab=searches`);
  const section = page.getByRole('region', { name: 'Searches' });
  await section.getByRole('table', { name: 'Searches' }).waitFor();
  expect(await section.getByText(/of \d+ answers$/).count()).toBeGreaterThan(0);
  await page.getByRole('tab', { name: 'Overview', exact: true }).click();
  await page.getByRole('button', { name: /Gemini: Answering model changed from simulated-gemini-1/ }).hover();
  await page.getByText(/▲ marks a change of model or prompts\./).waitFor();
  expect(await axeProblems(page)).toEqual([]);

  await page.getByRole('link', { name: 'Sources', exact: true }).click();
  await page.getByRole('link', { name: 'Searches', exact: true }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /\d+ searches in the last 30 days/ })
    .waitFor();
  const rows = page.getByRole('table', { name: 'Searches' }).getByRole('row');
  const all = await rows.count();
  await page.getByLabel(/Find a search/).fill('kanban');
  await expect.poll(() => rows.count()).toBeLessThan(all);
  expect(page.url()).toContain('q=kanban');
  const counted = page.getByRole('link', { name: /^\d+ of \d+ answers$/ }).first();
  const count = Number((await counted.innerText()).split(' ')[0]);
  await counted.click();
  await page
    .getByRole('status')
    .filter({ hasText: new RegExp(`^${count} answers, newest first$`) })
    .waitFor();
  await page
    .getByRole('list', { name: /^Answers/ })
    .getByRole('link')
    .first()
    .click();
  await page.getByRole('link', { name: 'Next answer', exact: true }).click();
  await expect.poll(() => page.getByRole('link', { name: 'Previous answer', exact: true }).count()).toBe(1);
  expect(decodeURIComponent(page.url())).toContain('query=');
  await page.getByRole('link', { name: 'Keyword', exact: true }).click();
  await page.goBack();
  await page.goto(`${server.url}/queries`);
  await page.getByLabel(/Find a search/).fill('no such search');
  await page.getByText(/No matching searches/).waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});
