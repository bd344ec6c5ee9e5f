import { beforeAll, expect, test } from 'vitest';
import { call, givenAccount, givenKey, useApp } from '../support/app.ts';
import { axeProblems, dashboardFiles, executable, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';

const { db } = useDatabase();
const server = useApp(db, dashboardFiles);
const { openSignedIn } = useBrowser(server);
let account: Awaited<ReturnType<typeof givenAccount>>;

const cited = (...hosts: string[]) => hosts.map((host) => ({ url: `https://${host}/best/boards`, cited: true }));
const times = (count: number, more: Record<string, unknown>) =>
  Array.from({ length: count }, () => ({
    keyword: 'kanban board software',
    platform: 'chatgpt',
    prompt: 'Which?',
    ...more,
  }));

beforeAll(async () => {
  if (!executable) return;
  account = await givenAccount(server.deps);
  const key = await givenKey(server.deps, account);
  const answers = [
    ...times(18, { text: 'Aplomb is good.', sources: cited('board-reviews.example') }),
    ...times(20, { text: 'Aplomb, Heron Board.', sources: cited('other.example') }),
  ];
  await call(server, '/api/v1/answers', { key, method: 'POST', body: { answers } });
});

test.runIf(executable)('a gap shows its effect, its next step and its answers', async () => {
  const { page, complaints } = await openSignedIn(account, '/citations');
  await page.getByRole('link', { name: 'Gaps', exact: true }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /^2 gaps in the last 30 days/ })
    .waitFor();
  const rows = page.getByRole('table', { name: 'Gaps', exact: true }).getByRole('row');
  expect(await rows.count()).toBe(3);
  const listicle = rows.filter({ hasText: 'Review site · Listicle' });
  await listicle.getByText(/^Ask the editor to include you\./).waitFor();
  await listicle.getByText('Aplomb 18', { exact: true }).waitFor();
  expect(await axeProblems(page)).toEqual([]);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('gaps.csv');

  await page.getByLabel('Kind', { exact: true }).selectOption('page');
  await page
    .getByRole('status')
    .filter({ hasText: /^1 gap in/ })
    .waitFor();
  expect(page.url()).toContain('kind=page');
  await page.getByRole('link', { name: 'See the 18 answers', exact: true }).click();
  await page.getByText('18 answers, newest first', { exact: true }).waitFor();
  await page.getByRole('button', { name: /board-reviews\.example.*show answers with any source/ }).click();
  await page.getByText('38 answers, newest first', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

test.runIf(executable)('without gaps the page says whether there are enough answers', async () => {
  const { page, complaints } = await openSignedIn(account, '/gaps?type=institutional');
  await page.getByRole('heading', { name: 'No gaps found', exact: true }).waitFor();
  await page.goto(`${server.url}/gaps?platform=claude`);
  await page.getByText(/at least 20 valid answers per keyword and platform: collecting, 0 of 20/).waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});
