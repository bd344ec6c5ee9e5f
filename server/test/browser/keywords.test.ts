import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../src/store/db.ts';
import { givenAccount, useApp } from '../support/app.ts';
import { axeProblems, dashboardFiles, executable, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';

const { db } = useDatabase();
const server = useApp(db, dashboardFiles);
const { openSignedIn } = useBrowser(server);
const MANY = 3_000;
let account: Awaited<ReturnType<typeof givenAccount>>;

beforeAll(async () => {
  if (executable) account = await givenAccount(server.deps, { historyDays: 8 });
});

test.runIf(executable)('keywords are added, imported, tagged, paused, exported and deleted', async () => {
  const { page, complaints } = await openSignedIn(account, '/keywords');
  await page.getByRole('link', { name: 'kanban board software' }).waitFor();

  await page.getByRole('button', { name: 'Add keywords' }).click();
  await page.getByLabel('Keywords', { exact: true }).fill('warehouse robots\nwarehouse robots\nKanban board software');
  await page.getByText(/duplicate of line 1/).waitFor();
  await page.getByLabel('Keywords', { exact: true }).fill('warehouse robots\nKanban board software');
  await page.getByLabel('Tags', { exact: true }).fill('robots');
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add 2 keywords' }).dblclick();
  await page.getByText(/1 keyword added\./).waitFor();
  await page.getByText(/1 keyword already tracked/).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Import CSV' }).click();
  const csv =
    '\uFEFFkeyword;tags;country\r\n"forklift; used";robots|trucks;DE\r\n;lost;\r\npallet wrapper;robots;Germany\r\n';
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose file' }).click(),
  ]);
  await chooser.setFiles({ name: 'keywords.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByText(/1 keyword to import, 2 lines will be skipped\./).waitFor();
  await page.getByText(/“GERMANY” is not a country code such as DE/).waitFor();
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import 1 keyword' }).click();
  await page.getByText(/1 keyword added\./).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByLabel('Tag', { exact: true }).selectOption('robots');
  await expect.poll(() => page.getByRole('rowheader').count()).toBe(2);
  await page.getByLabel('Select all 2 keywords', { exact: true }).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByText(/Paused 2 keywords\./).waitFor();
  await expect.poll(() => page.getByRole('rowheader').getByText('Paused', { exact: true }).count()).toBe(2);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const file = await textOf(await download.createReadStream());
  expect(file.split('\r\n')[0]).toContain('visibility_score,interval_low,interval_high,sample_size');
  expect(file).toContain('"forklift; used","robots; trucks",DE,,paused');

  await page.getByLabel('Select forklift; used', { exact: true }).check();
  await page.getByRole('button', { name: 'Delete 1 keyword' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 keyword' }).click();
  await expect.poll(() => page.getByRole('rowheader').count()).toBe(1);
  expect(complaints).toEqual([]);
  await page.close();
});

test.runIf(executable)(
  'of thousands of keywords only those near the screen exist, and all can be reached',
  async () => {
    await seedMany(account.workspaces.live);
    const { page, complaints } = await openSignedIn(account, '/keywords?mode=live&sort=keyword');
    const table = page.getByRole('table');
    await page.getByRole('rowheader', { name: 'purpose 0001' }).waitFor();
    expect(await table.getAttribute('aria-rowcount')).toBe(String(MANY + 1));
    const most = () => page.locator('tr[data-place]').count();
    expect(await most()).toBeLessThan(100);
    expect(await page.getByRole('row', { name: 'purpose 0001' }).getAttribute('aria-rowindex')).toBe('2');

    await page.keyboard.press('End');
    await page.getByRole('link', { name: `purpose ${MANY}` }).waitFor();
    expect(await most()).toBeLessThan(100);
    const last = page.getByRole('row', { name: `purpose ${MANY}` });
    expect(await last.getAttribute('aria-rowindex')).toBe(String(MANY + 1));

    // The arrows move from row to row, and to rows that do not exist yet.
    await page.getByRole('link', { name: `purpose ${MANY}` }).focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(`purpose ${MANY - 1}`);
    await page.keyboard.press('Control+Home');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('purpose 0001');

    await page.getByPlaceholder('Search keywords', { exact: true }).fill('purpose 299');
    await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('11');
    await expect.poll(() => page.url()).toContain('q=purpose');
    await page.reload();
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(10);
    expect(complaints).toEqual([]);
    await page.close();

    const narrow = await openSignedIn(account, '/keywords?mode=live&sort=keyword', {
      viewport: { width: 360, height: 740 },
      colorScheme: 'dark',
    });
    await narrow.page.getByRole('link', { name: 'purpose 0001' }).waitFor();
    expect(await narrow.page.getByRole('listitem').count()).toBeLessThan(100);
    expect(await narrow.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await axeProblems(narrow.page)).toEqual([]);
    expect(narrow.complaints).toEqual([]);
    await narrow.page.close();
  },
);

function seedMany(workspaceId: string): Promise<unknown> {
  return db.transaction(async (tx) => {
    await tx.query(
      sql`insert into keywords (workspace_id, keyword_id, keyword, identity, tags, reading, created_at, updated_at)
          select ${workspaceId}, 'kw_many_' || n, 'purpose ' || lpad(n::text, 4, '0'), jsonb_build_array('purpose ' || n, '', '')::text,
                 array['even tag'], 0, now(), now()
          from generate_series(1, ${MANY}::integer) n`,
    );
    await tx.query(
      sql`insert into list_counts (workspace_id, kind, value, keywords, measured)
          values (${workspaceId}, 'tag', 'even tag', ${MANY}, 0)`,
    );
    await tx.query(sql`update list_totals set keywords = keywords + ${MANY} where workspace_id = ${workspaceId}`);
  });
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}
