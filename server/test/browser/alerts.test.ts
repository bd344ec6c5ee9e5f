import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from '../support/app.ts';
import { axeProblems, dashboardFiles, executable, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';

const { db } = useDatabase();
const server = useApp(db, dashboardFiles);
const { openSignedIn } = useBrowser(server);
let account: Awaited<ReturnType<typeof givenAccount>>;

beforeAll(async () => {
  if (executable) account = await givenAccount(server.deps, { historyDays: 8 });
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function idOf(keyword: string): Promise<string> {
  const [row] = await db.query<{ keyword_id: string }>(
    sql`select keyword_id from keywords where workspace_id = ${account.workspaces.test} and keyword = ${keyword}`,
  );
  return row?.keyword_id ?? expect.fail(`no keyword ${keyword}`);
}

/** What the API says of the rule, in the page's words. */
async function backtested(rule: object): Promise<RegExp> {
  const key = await givenKey(server.deps, account);
  const { body, text } = await call(server, '/api/v1/alerts/backtest', { key, method: 'POST', body: rule });
  const { firings } = body.summary ?? expect.fail(text);
  return firings === 0 ? /^Would not have fired/ : new RegExp(`^Would have fired ${firings} times? in`);
}

/** That the workspace's only rule fired. */
async function givenFiring(): Promise<void> {
  await db.query(
    sql`insert into events (workspace_id, event_id, type, created_at, body, evidence, fact)
        select a.workspace_id, 'evt_fired', 'alert.triggered', now() - interval '1 day',
               json_build_object('data', json_build_object(
                 'alert_id', a.alert_id, 'alert_name', a.name, 'keyword_id', k.keyword_id, 'keyword', k.keyword,
                 'current_score', 38, 'threshold', a.threshold,
                 'trigger_reason', 'Visibility fell to 38, below your threshold'))::text,
               '{"within_noise": true}', 'fired'
        from alerts a
        join keywords k using (workspace_id)
        limit 1`,
  );
}

test.runIf(executable)(
  'a user creates an alert after a backtest, pauses it, sees when it fired, and deletes it',
  async () => {
    const { page, complaints } = await openSignedIn(account, '/alerts');
    await button(page, 'Create your first alert').click();
    const dialog = page.getByRole('dialog', { name: 'Create alert' });
    await dialog.getByText(/^Would (not )?have fired/).waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('We are forgotten');
    await dialog.getByLabel('Fire when the score', { exact: true }).selectOption('below');
    await dialog.getByLabel('Score (0–100)', { exact: true }).fill('0');
    await dialog.getByText(/Scores can’t be below 0\./).waitFor();
    await dialog.getByLabel('Score (0–100)', { exact: true }).fill('45');
    await dialog.getByLabel('Keywords', { exact: true }).selectOption('keyword');
    await dialog.getByPlaceholder('Type to search', { exact: true }).fill('gantt');
    await dialog.getByRole('listbox').getByRole('option', { name: 'gantt chart software' }).click();
    await dialog.getByRole('img', { name: /Score of gantt chart software/ }).waitFor();
    const chosen = { condition: 'below', threshold: 45, only_significant: true };
    await dialog.getByText(await backtested({ ...chosen, keyword_id: await idOf('gantt chart software') })).waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create alert' }).click();
    await page
      .getByText(/overall score of “gantt chart software” falls below 45 and the change is significant/)
      .waitFor();

    await button(page, 'Pause We are forgotten').click();
    await button(page, 'Resume We are forgotten').waitFor();
    await givenFiring();
    await page.reload();
    await button(page, 'View history of We are forgotten').click();
    await expect.poll(() => page.url()).toContain('rule=alr_');
    await page.getByText(/Visibility fell to 38, below your threshold/).waitFor();
    await page.getByText('Within noise', { exact: true }).waitFor();
    expect(await axeProblems(page)).toEqual([]);

    await button(page, 'Delete We are forgotten').click();
    await page.getByRole('dialog', { name: 'Delete the alert We are forgotten?' }).waitFor();
    await button(page, 'Delete We are forgotten').last().click();
    await page.getByRole('heading', { name: 'No alerts yet' }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  },
);

test.runIf(executable)('an alert is edited on a phone in dark mode and keeps its settings', async () => {
  const viewport = { width: 360, height: 800 };
  const { page, complaints } = await openSignedIn(account, '/alerts', { viewport, colorScheme: 'dark' });
  await button(page, 'Create alert').click();
  await page.getByLabel('Name', { exact: true }).fill('Any drop');
  await page.getByLabel('Email', { exact: true }).selectOption('daily');
  await page.getByLabel('Recipients', { exact: true }).fill('ann@example.com, ben@example.com');
  await page.getByText(/Only alert on significant changes/).click();
  // A double click creates one alert.
  await page.getByRole('dialog').getByRole('button', { name: 'Create alert' }).dblclick();
  await button(page, 'Edit Any drop').click();
  const dialog = page.getByRole('dialog', { name: 'Edit Any drop' });
  expect(await dialog.getByLabel('Recipients', { exact: true }).inputValue()).toBe('ann@example.com, ben@example.com');
  expect(await dialog.getByRole('checkbox').isChecked()).toBe(false);
  await dialog.getByText(await backtested({ condition: 'drops_by', threshold: 15, only_significant: false })).waitFor();
  expect(await axeProblems(page)).toEqual([]);
  await dialog.getByLabel('Points vs. previous week', { exact: true }).fill('30');
  await button(page, 'Save alert').click();
  await page.getByText(/any keyword drops by 30 points or more within a week/).waitFor();
  expect(await axeProblems(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(complaints).toEqual([]);
  await page.close();
});

test.runIf(executable)('an alert on being overtaken names a competitor and needs no threshold', async () => {
  const { page, complaints } = await openSignedIn(account, '/alerts');
  await button(page, 'Create alert').or(button(page, 'Create your first alert')).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create alert' });
  await dialog.getByLabel('Name', { exact: true }).fill('Overtaken by Aplomb');
  await dialog.getByLabel('Fire when the score', { exact: true }).selectOption('overtaken');
  await dialog.getByLabel('Competitor', { exact: true }).selectOption({ label: 'Aplomb' });
  await dialog.getByText(await backtested({ condition: 'overtaken' })).waitFor();
  expect(await axeProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await page.getByText(/the chosen competitor overtakes you for any keyword/).waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});
