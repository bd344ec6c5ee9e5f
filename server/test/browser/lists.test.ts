import { beforeAll, expect, test } from 'vitest';
import { SENTIMENT_SETS } from '../../src/base/score-text.ts';
import { givenAccount, useApp } from '../support/app.ts';
import { axeProblems, dashboardFiles, executable, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';

/** A loaded machine takes its time. */

const { db } = useDatabase();
const server = useApp(db, dashboardFiles);
const { openSignedIn } = useBrowser(server);
const PHONE = { viewport: { width: 360, height: 800 }, colorScheme: 'dark' } as const;
let account: Awaited<ReturnType<typeof givenAccount>>;

beforeAll(async () => {
  if (executable) account = await givenAccount(server.deps, { historyDays: 8 });
});

test.runIf(executable)(
  'mentions are narrowed to a sentiment and a keyword, kept in the address, and open their answer',
  async () => {
    const { page, complaints } = await openSignedIn(account, '/mentions');
    const table = page.getByRole('table', { name: 'Mentions' });
    await table.waitFor();
    await table.locator('mark').first().waitFor();
    await page.getByRole('combobox', { name: 'Sentiment', exact: true }).selectOption('negative');
    await expect.poll(() => page.url()).toContain('sentiment=negative');
    const sentiments = table.locator('[data-sentiment]');
    await expect.poll(async () => new Set(await sentiments.allTextContents())).toEqual(new Set(['negative']));
    await page.getByRole('combobox', { name: 'Keyword' }).fill('kanban');
    await page.getByRole('option', { name: 'kanban board software' }).click();
    await expect.poll(() => page.url()).toContain('keyword=kw_');
    const keywords = table.getByRole('link', { name: 'kanban board software' });
    await expect.poll(async () => (await keywords.count()) === (await sentiments.count())).toBe(true);

    await page.reload();
    await keywords.first().waitFor();
    expect(await page.getByRole('combobox', { name: 'Keyword' }).inputValue()).toBe('kanban board software');
    await table.locator('mark').first().click();
    await page
      .getByRole('article', { name: 'Answer', exact: true })
      .locator('[dir=auto] mark[data-kind=own]')
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  },
);

test.runIf(executable)('sentiment over time is shown with its counts and the accuracy of its labels', async () => {
  const { page, complaints } = await openSignedIn(account, '/mentions?tab=sentiment&days=7');
  const trend = page.getByRole('region', { name: 'Sentiment over time', exact: true });
  await trend.getByText(/^[\d,]+ mentions: [\d,]+ positive, [\d,]+ unclear, [\d,]+ negative\./).waitFor();
  await trend.getByRole('img', { name: /^Share of mentions\. / }).waitFor();
  const accuracy = page.getByRole('list', { name: 'Accuracy', exact: true }).getByRole('listitem');
  expect(await accuracy.allInnerTexts()).toEqual(
    SENTIMENT_SETS.map(({ texts, right }) => expect.stringContaining(`${right}% of labels right in ${texts}`)),
  );
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Keyword' }).fill('kanban');
  await page.getByRole('option', { name: 'kanban board software' }).click();
  await page.getByText(/^A line appears once two days have 20 mentions\.|^Share of mentions$/).waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

test.runIf(executable)(
  'citations lead from a domain to its pages, to one citation, to the answer that makes it',
  async () => {
    const { page, complaints } = await openSignedIn(account, '/citations');
    await page.getByRole('table', { name: 'Citations by domain' }).waitFor();
    await page.getByRole('heading', { name: 'Types of sources', exact: true }).waitFor();
    await page.getByLabel('Source type', { exact: true }).selectOption('own');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByRole('button', { name: 'heronboard.example', exact: true }).click();
    const pages = page.getByRole('table', { name: 'Citations by page' });
    await pages.waitFor();
    await page.getByRole('heading', { name: 'heronboard.example is cited for' }).waitFor();
    await page.getByRole('heading', { name: 'Share of answers over time', exact: true }).waitFor();
    await expect.poll(() => page.url()).toContain('domain=heronboard.example');
    expect(await axeProblems(page)).toEqual([]);
    await pages.getByRole('button').first().click();
    const newest = page.getByRole('table', { name: 'Latest citations' });
    await newest.waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await newest
      .getByRole('link', { name: /^View answer from/ })
      .first()
      .click();
    await page
      .getByRole('region', { name: 'Sources' })
      .getByText(/\byours\b/)
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  },
);

test.runIf(executable)(
  'the type of a domain is changed in place and counted, and can be left to the rules again',
  async () => {
    const { page, complaints } = await openSignedIn(account, '/citations');
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: 'toolreview.example', exact: true }) });
    const type = page.getByLabel('Type of toolreview.example', { exact: true });
    await type.selectOption('institutional');
    await row.getByText('set by you', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Institutional', exact: true }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await type.selectOption('Use the rules');
    await page.getByRole('heading', { name: 'No matching citations', exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  },
);

test.runIf(executable)('on a dark phone the lists are cards that fit', async () => {
  const { page, complaints } = await openSignedIn(account, '/mentions', PHONE);
  for (const [path, label] of [
    ['/mentions', 'Mentions'],
    ['/citations', 'Citations by domain'],
    ['/citations?tab=pages', 'Citations by page'],
    ['/citations?tab=newest', 'Latest citations'],
  ]) {
    await page.goto(server.url + path);
    await page.getByRole('table', { name: label ?? '' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await axeProblems(page)).toEqual([]);
  }
  await page.goto(`${server.url}/mentions?mode=live`);
  await page.getByRole('heading', { name: 'No matching mentions' }).waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});
