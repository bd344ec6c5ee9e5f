import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { axeProblems, dashboardFiles, executable, loaded, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';
import { givenChecked, givenIngested, givenPublished } from '../support/honest-numbers.ts';

const { db } = useDatabase();
const server = useApp(db, dashboardFiles);
const { openSignedIn } = useBrowser(server);

test.runIf(executable)('with nine answers, pages show how many are planned and no score', async () => {
  const { account, keyword, ingest } = await givenIngested(server);
  await ingest(9, 9);
  const { page, complaints } = await openSignedIn(account);
  const part = (name: string) => page.getByRole('region', { name });
  await part('Visibility').getByText('collecting, 9 of 1,920', { exact: true }).waitFor();
  await part('Visibility').getByText('9 answers · 1 keyword', { exact: true }).waitFor();
  expect(await page.getByText(/of 100\b/).count()).toBe(0);
  await part('Share of voice')
    .getByText(/collecting, 9 of 20/)
    .waitFor();
  await part('Over time')
    .getByText(/20 answers/)
    .waitFor();
  expect(await axeProblems(page)).toEqual([]);

  await page.goto(`${server.url}/keywords`);
  const row = page.getByRole('row', { name: new RegExp(keyword.keyword) });
  await row.getByText('collecting, 9 of 160', { exact: true }).waitFor();
  await row.getByText('collecting, 9 of 40', { exact: true }).waitFor();
  expect(await row.getByText('100', { exact: true }).count()).toBe(0);
  expect(await axeProblems(page)).toEqual([]);

  await page.goto(`${server.url}/keywords/${keyword.keyword_id}`);
  await page
    .getByRole('region', { name: 'Overall score' })
    .getByText('collecting, 9 of 160', { exact: true })
    .waitFor();
  await page
    .getByRole('region', { name: 'By platform' })
    .getByText(/collecting, 9 of 40/)
    .first()
    .waitFor();
  expect(await page.getByText(/of 100\b/).count()).toBe(0);
  expect(await axeProblems(page)).toEqual([]);

  await page.goto(`${server.url}/competitors`);
  await page.getByText('collecting, 9 of 1,920', { exact: true }).first().waitFor();
  expect(complaints).toEqual([]);
});

test.runIf(executable)('only a published change has a color, an arrow and the word "significant"', async () => {
  const { account, workspaceId, keyword, ingest } = await givenIngested(server);
  await ingest(20, 100, { daysAgo: 9 });
  await ingest(60, 100);
  await givenChecked(db, workspaceId);
  const { page, complaints } = await openSignedIn(account, '/keywords');
  const row = page.getByRole('row', { name: new RegExp(keyword.keyword) });
  const change = row.locator('[class*=change]').filter({ hasText: '+40 points' }).first();
  await row.getByText('no clear change', { exact: true }).waitFor();
  const color = () => change.evaluate((element) => getComputedStyle(element).color);
  const grey = await color();
  expect(await change.locator('svg').count()).toBe(0);
  await page.goto(server.url);
  const hero = page.getByRole('region', { name: 'Visibility' });
  await hero.getByText('no clear change', { exact: true }).waitFor();
  await hero.getByText('vs. 20 in the previous 7 days', { exact: true }).waitFor();

  const published = { ...keyword, platform: 'chatgpt', previous_score: 20, new_score: 60 };
  await givenPublished(db, workspaceId, published);
  await page.goto(`${server.url}/keywords`);
  await row.getByText('significant on ChatGPT', { exact: true }).waitFor();
  expect(await color()).not.toBe(grey);
  expect(await change.locator('svg').count()).toBe(1);
  expect(await change.getAttribute('title')).toBe('vs. 20 in the previous 7 days');
  expect(await axeProblems(page)).toEqual([]);

  await page.goto(`${server.url}/keywords/${keyword.keyword_id}`);
  const card = page.getByRole('region', { name: 'Overall score' });
  await card.getByText('significant on ChatGPT', { exact: true }).waitFor();
  await card.getByText('vs. 20 in the previous 7 days', { exact: true }).waitFor();
  await page
    .getByRole('region', { name: 'Changes' })
    .getByText(/ChatGPT: 20 → 60 \(\+40 points\)/)
    .waitFor();

  await page.goto(server.url);
  await loaded(page);
  await hero.getByText(/vs\. 20 in the previous 7 days, with 1 significant change/).waitFor();
  expect(await hero.getByText('significant', { exact: true }).count()).toBe(0);
  await page
    .getByRole('region', { name: 'Latest changes' })
    .getByText(/\+40 points/)
    .waitFor();
  expect(await axeProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
