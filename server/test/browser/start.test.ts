import { beforeAll, expect, test } from 'vitest';
import { givenAccount, useApp } from '../support/app.ts';
import { axeProblems, dashboardFiles, executable, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';
import { byLink } from '../support/person.ts';

const { db } = useDatabase();
const server = useApp(db, dashboardFiles);
const { openSignedIn } = useBrowser(server);
let account: Awaited<ReturnType<typeof givenAccount>>;

beforeAll(async () => {
  if (executable) account = await givenAccount(server.deps);
});

test.runIf(executable)(
  'a live workspace is set up in steps that lose nothing and store nothing before the end',
  async () => {
    const person = await byLink(server, account.accountId);
    const { page, complaints } = await openSignedIn(account, '/start?mode=live', {
      viewport: { width: 360, height: 740 },
      colorScheme: 'dark',
    });
    // A double click goes on by one step, not by two.
    const go = () => page.getByRole('button', { name: 'Continue' }).dblclick();
    await page.getByLabel('Brand', { exact: true }).fill('Acme Planner');
    await page.getByLabel('Your domains', { exact: true }).fill('https://www.acme.io/about\nnot a domain');
    await go();
    await page.getByText('“not a domain”: Must be a domain such as acme.io.', { exact: true }).waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await page.getByLabel('Your domains', { exact: true }).fill('https://www.acme.io/about');
    await go();
    await page.getByLabel('Competitor 1', { exact: true }).fill('acme planner');
    await go();
    await page.getByText(/is already used by your own brand/).waitFor();
    await page.getByLabel('Competitor 1', { exact: true }).fill('Trackmill');
    await go();
    await page.getByLabel('Keywords', { exact: true }).fill('kanban tools\nEcluse alternatives');
    await page.getByRole('button', { name: '+ free kanban tools', exact: true }).click();
    await page.getByRole('button', { name: '+ Trackmill alternatives', exact: true }).waitFor();
    expect(await page.getByLabel('Keywords', { exact: true }).inputValue()).toBe(
      'kanban tools\nEcluse alternatives\nfree kanban tools',
    );
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: '+ Ecluse', exact: true }).click();
    expect(await page.getByLabel('Competitor 2', { exact: true }).inputValue()).toBe('Ecluse');
    await page.getByRole('button', { name: 'Remove competitor 2', exact: true }).click();
    await go();
    await page.getByLabel('Keywords', { exact: true }).fill('best sprint planning software\nkanban tools');

    await page.reload();
    expect(await page.getByLabel('Keywords', { exact: true }).inputValue()).toBe(
      'best sprint planning software\nkanban tools',
    );
    await page.getByRole('button', { name: 'Back' }).click();
    expect(await page.getByLabel('Competitor 1', { exact: true }).inputValue()).toBe('Trackmill');
    await go();
    await go();
    const start = page.getByRole('button', { name: 'Start tracking' });
    await start.waitFor();
    await page.getByText(/per week,.*per month/).waitFor();
    const prompts = page.getByRole('group').filter({ hasText: '5 prompts for “best sprint planning software”' });
    // Loaded separately from the texts above.
    await expect.poll(() => prompts.getByRole('listitem').count()).toBe(5);
    await page.getByText(/about 40 answers a week\..* after 4 days .*±15 points\. Changes are tested/).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await axeProblems(page)).toEqual([]);
    expect((await person.ask('/live/brand/state')).body.brand).toBeNull();
    expect((await person.ask('/live/keyword-tags')).body.active).toBe(0);

    await page.getByLabel('Daily limit (USD)', { exact: true }).fill('3');
    await start.dblclick();
    await page.getByRole('heading', { name: 'This workspace is set up' }).waitFor();
    expect(await axeProblems(page)).toEqual([]);
    expect((await person.ask('/live/brand/state')).body).toMatchObject({ brand: { domains: ['acme.io'] }, reading: 1 });
    expect((await person.ask('/live/keyword-tags')).body.active).toBe(2);
    expect((await person.ask('/live/budget')).body.daily_cap_usd).toBe(3);
    // The two refusals on the way were asked for.
    expect(complaints.filter((one) => !one.includes('422'))).toEqual([]);
    await page.close();
  },
);

test.runIf(executable)('a key is set and removed and caps are saved, wide and light', async () => {
  const { page, complaints } = await openSignedIn(account, '/settings/platforms?mode=live');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Claude' }) });
  await card.getByText('No key', { exact: true }).waitFor();
  expect(await axeProblems(page)).toEqual([]);
  const found = { result: 'refused', reason: null, model_state: 'unknown', model_ends_on: null };
  for (const call of ['check', 'verify']) {
    await page.route(`**/platforms/claude/${call}`, (route) => route.fulfill({ json: found }));
  }
  await card.getByRole('button', { name: 'Add API key for Claude' }).click();
  await page.getByLabel('API key', { exact: true }).fill('not-a-real-key');
  await page.getByRole('button', { name: 'Save and verify' }).click();
  await card.getByText(/Workspace key/).waitFor();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/Claude rejected this API key\./).waitFor();
  await dialog.getByText('The key is saved. Enter another one to replace it.', { exact: true }).waitFor();
  expect(await axeProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await card.getByText(/Claude rejected this API key\./).waitFor();
  await card.getByText(/No answers yet: (?:\d+ prompts are queued|the first prompts are planned)/).waitFor();
  expect(await page.content()).not.toContain('not-a-real-key');
  await card.getByRole('button', { name: 'Remove API key for Claude' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await card.getByText('No key', { exact: true }).waitFor();

  await page.getByLabel('Monthly limit (USD)', { exact: true }).fill('40');
  await page.getByLabel(/Target interval width/).fill('20');
  await page.getByRole('button', { name: 'Save budget' }).click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  await page.reload();
  await expect.poll(() => page.getByLabel(/Target interval width/).inputValue()).toBe('20');
  expect(complaints).toEqual([]);
  await page.close();
});
