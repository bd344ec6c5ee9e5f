import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../src/store/db.ts';
import { givenAccount, useApp } from '../support/app.ts';
import { axeProblems, dashboardFiles, executable, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';
import { byLink } from '../support/person.ts';

const MOST_SCRIPT_BYTES = 250_000;

/** A busy machine takes its time. */

const { db } = useDatabase();
const server = useApp(db, dashboardFiles);
const { openPage, openSignedIn, signIn } = useBrowser(server);
let account: Awaited<ReturnType<typeof givenAccount>>;

beforeAll(async () => {
  if (executable) account = await givenAccount(server.deps, { historyDays: 35, seed: 'visibility' });
});

test.runIf(executable)('the Overview tells score, course, shares and moves, and filters them together', async () => {
  const { page, complaints } = await openSignedIn(account);
  const part = (name: string) => page.getByRole('region', { name });
  await page
    .getByText(/Heron Board/)
    .first()
    .waitFor();
  await part('Visibility')
    .getByText(/95% interval/)
    .waitFor();
  await part('Data quality')
    .getByText(/answers collected/)
    .first()
    .waitFor();
  await part('Share of voice')
    .getByText(/Heron Board \(you\)/)
    .waitFor();
  expect(
    await part('Latest changes')
      .getByRole('link', { name: /^Why did/ })
      .count(),
  ).toBeGreaterThan(0);

  await page.getByRole('combobox', { name: 'Platform' }).selectOption('claude');
  await expect
    .poll(() =>
      part('Over time')
        .getByRole('button', { name: /^Claude/ })
        .count(),
    )
    .toBe(1);
  await expect
    .poll(() =>
      part('Over time')
        .getByRole('button', { name: /^ChatGPT/ })
        .count(),
    )
    .toBe(0);
  await page.getByRole('combobox', { name: 'Range' }).selectOption('30');
  await expect.poll(() => page.url()).toMatch(/days=30/);
  await expect.poll(() => page.url()).toMatch(/platform=claude/);
  await page.reload();
  await part('Over time')
    .getByRole('button', { name: /^Claude/ })
    .waitFor();

  expect(complaints).toEqual([]);
  await page.close();
});

test.runIf(executable)(
  'a chart is read by pointer, by keyboard and as a table, and its lines can be put away',
  async () => {
    const { page, complaints } = await openSignedIn(account, '/?days=30', {
      viewport: { width: 360, height: 740 },
      colorScheme: 'dark',
    });
    const chart = page.getByRole('region', { name: 'Over time' });
    const day = chart.getByRole('slider');
    await day.waitFor();
    expect(await day.getAttribute('aria-valuetext')).not.toContain('ChatGPT');
    for (const name of [/^ChatGPT/, /^Claude/]) await chart.getByRole('button', { name }).click();
    await day.focus();
    const last = await day.getAttribute('aria-valuetext');
    expect(last).toMatch(/: Overall \d+, 95% interval \d+ to \d+, from [\d,]+ answers; ChatGPT \d+/);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => day.getAttribute('aria-valuetext')).not.toBe(last);
    await page.keyboard.press('Home');
    await expect.poll(() => day.getAttribute('aria-valuenow')).toBe('0');
    await page.keyboard.press('End');
    await expect.poll(() => day.getAttribute('aria-valuetext')).toBe(last);
    expect(await axeProblems(page)).toEqual([]);

    const claude = chart.getByRole('button', { name: /^Claude/ });
    await claude.click();
    expect(await claude.getAttribute('aria-pressed')).toBe('false');
    await expect.poll(() => day.getAttribute('aria-valuetext')).not.toContain('Claude');
    await day.hover();
    await expect.poll(() => chart.getByText(/n = /).count()).toBeGreaterThan(0);

    await chart.getByText('Table', { exact: true }).click();
    const rows = chart.getByRole('row');
    await expect.poll(() => rows.count()).toBeGreaterThan(20);
    expect(await rows.first().textContent()).toBe('DayOverallChatGPTClaudeGeminiPerplexity');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(await axeProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  },
);

test.runIf(executable)('all the script that the first page loads is at most 250 kB when gzipped', async () => {
  const { page } = await openSignedIn(account, '/sign-in');
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (!new URL(response.url()).pathname.endsWith('.js')) return;
    sizes.set(
      response.url(),
      response.body().then((body) => gzipSync(body).length),
    );
  });
  await page.goto(server.url);
  await page.getByRole('region', { name: 'Over time' }).getByRole('slider').waitFor();
  await page.waitForLoadState('networkidle');
  const bytes = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0);
  process.stdout.write(`first load: ${bytes} bytes of gzipped script in ${sizes.size} files\n`);
  expect(sizes.size).toBeGreaterThan(1);
  expect(bytes).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
  await page.close();
});

test.runIf(executable)('the age of the newest answer grows while the page is open', async () => {
  const { workspaces, ...owner } = await givenAccount(server.deps, { historyDays: 1 });
  await db.query(
    sql`update answers a
        set asked_at = now() + w.clock_ahead - interval '10 seconds'
        from workspaces w
        where w.workspace_id = a.workspace_id
          and a.workspace_id = ${workspaces.test}
          and a.answer_id = (select answer_id from answers
                             where workspace_id = ${workspaces.test} and status = 'valid'
                             order by asked_at desc limit 1)`,
  );
  const { page } = await openPage();
  await page.clock.install();
  await signIn(page, owner);
  const age = page.getByRole('region', { name: 'Data quality' }).getByRole('time');
  await expect.poll(() => age.textContent()).toBe('just now');
  await page.clock.fastForward(180_000);
  await expect.poll(() => age.textContent()).toBe('3 minutes ago');
});

test.runIf(executable)('on the first day the Overview says why nothing is counted yet', async () => {
  const first = await givenAccount(server.deps, { historyDays: 2 });
  await db.query(sql`delete from days where workspace_id = ${first.workspaces.test}`);
  const { page } = await openSignedIn(first);
  const data = page.getByRole('region', { name: 'Data quality' });
  await data.getByText(/Latest answer:/).waitFor();
  await data.getByText(/^No answers from .* to .*\. Today’s answers appear tomorrow\.$/).waitFor();
});

test.runIf(executable)(
  'Data quality shows how much answers vary together, and a better split of the budget',
  async () => {
    const { test: workspaceId } = account.workspaces;
    await db.query(
      sql`update judged_groups set phi = 4.1, answers_per_prompt = 32
        where workspace_id = ${workspaceId} and platform = 'claude' and brand_id = 'brand'`,
    );
    const { page, complaints } = await openSignedIn(account);
    const data = page.getByRole('region', { name: 'Data quality' });
    await data.getByText(/^Scatter: ChatGPT \d\.\d×, Claude 4\.1×, /).waitFor();
    await data
      .getByText(
        /More answers to the same prompts hardly help\. .*Claude 2\.9 times as many, each 11 times a week on 7 days/,
      )
      .waitFor();
    expect(await axeProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  },
);

test.runIf(executable)(
  'the Overview says how things are and what to review, and entries can be dismissed',
  async () => {
    const person = await byLink(server, account.accountId);
    const weekly = { name: 'Weekly', schedule: 'weekly', format: 'pdf', recipients: ['boss@example.com'] };
    const { report_id: id } = (await person.post('/test/reports', weekly)).body;
    const { data } = (await person.ask('/test/review')).body;
    const { parts } = (await person.ask('/test/review/summary?since=2000-01-01&until=2000-02-01')).body;
    expect(parts[1].text).toMatch(/^No significant change since Jan 1\.$/);
    const { page, complaints } = await openSignedIn(account);
    await page
      .getByRole('status', { name: 'Summary' })
      .getByRole('link', { name: /^Visibility is \d+ of 100\.$/ })
      .waitFor();
    const list = page.getByRole('region', { name: 'To review', exact: true });
    const entries = list.getByRole('listitem');
    const all = list.getByRole('button', { name: /^Show all/ });
    if (data.length > 5) await all.click();
    await expect.poll(() => entries.count()).toBe(data.length);
    const mail = entries.filter({ hasText: 'No mail server is configured.' });
    expect(await mail.getByRole('link', { name: /^Set SMTP_URL on the server/ }).getAttribute('href')).toBe('/reports');
    expect(await axeProblems(page)).toEqual([]);
    await mail.getByRole('button', { name: /^Dismiss/ }).click();
    await list.getByText(/^Dismissed until there is new evidence\./).waitFor();
    await expect.poll(() => mail.count()).toBe(0);
    await list.getByRole('button', { name: 'Undo', exact: true }).click();
    await mail.waitFor();
    await mail.getByRole('button', { name: /^Dismiss/ }).click();
    await list.getByRole('button', { name: 'Show 1 dismissed', exact: true }).click();
    await mail.getByRole('button', { name: /^Restore/ }).waitFor();
    expect(await axeProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await person.ask(`/test/reports/${id}`, { method: 'DELETE' });
    await page.close();
  },
);

test.runIf(executable)(
  'while a sandbox is filled, one card says how far it is, and the banner leads to the setup',
  async () => {
    const filling = await givenAccount(server.deps, { historyDays: 1 });
    const { test: workspaceId } = filling.workspaces;
    await db.query(sql`update sandboxes set history_days = 91, ready_at = null where workspace_id = ${workspaceId}`);
    const { page, complaints } = await openSignedIn(filling);
    const card = page.getByRole('heading', { name: 'Generating 91 days of demo data', exact: true });
    await card.waitFor();
    await page.getByText('1 of 91', { exact: true }).waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Keywords', exact: true }).first().click();
    await card.waitFor();
    await page.getByRole('link', { name: 'create an API key', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'API Keys' }).waitFor();
    await page.goBack();
    await db.query(sql`update sandboxes set history_days = 1, ready_at = now() where workspace_id = ${workspaceId}`);
    await page.getByRole('heading', { level: 1, name: 'Keywords' }).waitFor();
    await page.getByRole('link', { name: 'Set up your brand', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Set up your workspace' }).waitFor();
    expect(page.url()).toContain('mode=live');
    expect(complaints).toEqual([]);
    await page.close();
  },
);
