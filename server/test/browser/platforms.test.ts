import { expect, test } from 'vitest';
import { givenAccount, useApp } from '../support/app.ts';
import { axeProblems, dashboardFiles, executable, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';

const { db } = useDatabase();
const server = useApp(db, dashboardFiles);
const { openSignedIn } = useBrowser(server);

test.runIf(executable)('a named server is added with an extra request body, and removed', async () => {
  const account = await givenAccount(server.deps);
  const { page, complaints } = await openSignedIn(account, '/settings/platforms?mode=live');
  await page.getByRole('button', { name: 'Add OpenAI-compatible platform' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('chatgtp');
  await dialog.getByLabel('Base URL', { exact: true }).fill('http://openrouter.example/api/v1');
  await dialog.getByLabel('Model', { exact: true }).fill('acme/chat');
  await dialog.getByLabel('API key', { exact: true }).fill('not-a-real-key');
  await dialog.getByLabel('Extra request body', { exact: true }).fill('{ "tools": [');
  await dialog.getByRole('button', { name: 'Add platform' }).click();
  await dialog.getByText(/too similar to chatgpt/i).waitFor();
  await dialog.getByText(/must use https/i).waitFor();
  await dialog.getByText(/must be a JSON object/i).waitFor();
  expect(await axeProblems(page)).toEqual([]);

  await dialog.getByLabel('Name', { exact: true }).fill('openrouter');
  await dialog.getByLabel('Base URL', { exact: true }).fill('https://openrouter.example/api/v1');
  await dialog
    .getByLabel('Extra request body', { exact: true })
    .fill('{ "tools": [{ "type": "openrouter:web_search" }] }');
  await dialog.getByRole('button', { name: 'Add platform' }).click();
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Openrouter' }) });
  await card.getByText('https://openrouter.example/api/v1', { exact: true }).waitFor();
  await card.getByText('Workspace key', { exact: true }).waitFor();
  await card.getByText('acme/chat', { exact: true }).waitFor();
  expect(await axeProblems(page)).toEqual([]);
  expect(await page.content()).not.toContain('not-a-real-key');

  await card.getByRole('button', { name: 'Remove platform Openrouter' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await card.waitFor({ state: 'detached' });
  // The rejected input on the way was deliberate.
  expect(complaints.filter((one) => !one.includes('422'))).toEqual([]);
  await page.close();
});
