import { beforeAll, expect, test } from 'vitest';
import { addDays, dayOf } from '../../src/base/time.ts';
import { findWorkspace } from '../../src/store/workspaces/workspaces.ts';
import { call, givenAccount, givenKey, useApp } from '../support/app.ts';
import { axeProblems, dashboardFiles, executable, loaded, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';

const { db } = useDatabase();
const server = useApp(db, dashboardFiles);
const { openSignedIn } = useBrowser(server);
let account: Awaited<ReturnType<typeof givenAccount>>;
let today = '';
let key = '';

beforeAll(async () => {
  if (!executable) return;
  account = await givenAccount(server.deps, { historyDays: 35, seed: 'visibility' });
  key = await givenKey(server.deps, account, { scopes: ['write'] });
  today = dayOf((await findWorkspace(db, account.workspaces.test))?.now ?? new Date());
});

test.runIf(executable)('this month against last takes one choice, and stays on other pages', async () => {
  const { page, complaints } = await openSignedIn(account, '/');
  await page.getByLabel('Compare with', { exact: true }).selectOption('This month vs. last');
  await expect.poll(() => page.url()).toMatch(/month=this&compare=month|compare=month&month=this/);
  const table = page.getByRole('table', { name: 'Compared periods' });
  await table.getByText('Visibility', { exact: true }).waitFor();
  expect(await table.getByText(/^\d+–\d+ · [\d,]+ answers$/).count()).toBe(4);
  expect(await table.getByText(/^(0|[+−]\d+) points?$/).count()).toBe(3);
  await page.getByRole('button', { name: /^Overall, / }).waitFor();
  expect(await page.locator('path[data-earlier="true"]').count()).toBe(1);
  expect(await axeProblems(page)).toEqual([]);
  for (const name of ['Keywords', 'Mentions', 'Sources', 'Searches', 'Competitors']) {
    await page.getByRole('link', { name, exact: true }).first().click();
    await table.getByRole('row').nth(1).waitFor();
    expect([name, page.url()]).toEqual([name, expect.stringContaining('compare=month')]);
  }
  expect(await axeProblems(page)).toEqual([]);
  await page.reload();
  await table.waitFor();
  const note = page.getByText(/The periods cover different keywords: 13 now, 12 before, 12 in both\./);
  expect(await note.count()).toBe(0);
  const answer = { keyword: 'added', platform: 'claude', prompt: 'Which?', text: 'Heron Board.' };
  await call(server, '/api/v1/keywords', { key, method: 'POST', body: { keyword: 'added' } });
  await call(server, '/api/v1/answers', { key, method: 'POST', body: { ...answer, asked_at: `${today}T00:00:01Z` } });
  await page.goto(`${server.url}/?compare=month&month=this`);
  await note.waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

test.runIf(executable)('a custom range is checked, kept in the URL and shown by every part', async () => {
  const { page, complaints } = await openSignedIn(account, '/mentions');
  await page.getByLabel('Range', { exact: true }).selectOption('Custom…');
  const [first, last] = [page.getByLabel('First day', { exact: true }), page.getByLabel('Last day', { exact: true })];
  await last.fill(addDays(today, -10));
  await first.fill(addDays(today, -5));
  await page.getByText('Must not be after the last day', { exact: true }).waitFor();
  await first.fill(addDays(today, -19));
  await expect.poll(() => page.url()).toContain('days=10');
  expect(page.url()).toContain(`until=${addDays(today, -10)}`);
  await page
    .getByRole('status')
    .filter({ hasText: /\d+ mentions from \w+ \d+ to \w+ \d+/ })
    .waitFor();
  await page.goto(`${server.url}/?days=10&until=${addDays(today, -10)}`);
  await loaded(page);
  const slider = page.getByRole('region', { name: 'Over time', exact: true }).getByRole('slider');
  expect(await slider.getAttribute('aria-valuemax')).toBe('9');
  // A day that does not exist means the usual range.
  await page.goto(`${server.url}/?days=10&until=2026-02-31`);
  await loaded(page);
  expect(await page.getByLabel('Last day', { exact: true }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.close();
});

test.runIf(executable)('a note is drawn in charts, listed in their table, and deleted', async () => {
  const { page, complaints } = await openSignedIn(account, '/');
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('button', { name: 'Notes in charts…', exact: true }).click();
  await page.getByLabel('Day', { exact: true }).fill(addDays(today, -6));
  await page.getByLabel('Note', { exact: true }).fill('Launch of <b>v2</b>');
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add note', exact: true }).click();
  const chart = page.getByRole('region', { name: 'Over time', exact: true });
  await chart.getByRole('button', { name: /: Launch of <b>v2<\/b>$/ }).waitFor();
  await chart.getByText('Table', { exact: true }).click();
  await chart
    .getByRole('list', { name: 'Marked days' })
    .getByText(/Launch of <b>v2<\/b>/)
    .waitFor();
  const { data } = (await call(server, '/api/v1/annotations', { key })).body;
  await call(server, `/api/v1/annotations/${data[0].annotation_id}`, { key, method: 'DELETE' });
  await page.reload();
  await loaded(page);
  expect(await chart.getByRole('button', { name: /Launch/ }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.close();
});

test.runIf(executable)('a view is saved with its filters and opened again', async () => {
  const { page, complaints } = await openSignedIn(account, '/citations?tab=pages&days=7&platform=claude');
  const views = page.getByRole('button', { name: 'Views', exact: true });
  await views.click();
  await page.getByRole('button', { name: 'Save this view…', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Claude pages');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.goto(`${server.url}/keywords`);
  await views.click();
  await page.getByRole('button', { name: 'Claude pages', exact: true }).click();
  await page.getByRole('heading', { name: 'Citations', level: 1 }).waitFor();
  const search = new URL(page.url()).searchParams;
  expect([search.get('tab'), search.get('days'), search.get('platform')]).toEqual(['pages', '7', 'claude']);
  await views.click();
  await page.getByRole('button', { name: 'Delete the view Claude pages' }).click();
  await page.getByText('No saved views yet', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});
