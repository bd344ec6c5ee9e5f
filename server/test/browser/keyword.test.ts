import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from '../support/app.ts';
import { axeProblems, dashboardFiles, executable, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';

/** A loaded machine takes its time. */

const { db } = useDatabase();
const server = useApp(db, dashboardFiles);
const { openSignedIn } = useBrowser(server);
const PHONE = { viewport: { width: 360, height: 800 }, colorScheme: 'dark' } as const;
let account: Awaited<ReturnType<typeof givenAccount>>;
let key = '';
let keyword = { keyword_id: '', keyword: '' };

beforeAll(async () => {
  if (!executable) return;
  account = await givenAccount(server.deps, { historyDays: 15 });
  key = await givenKey(server.deps, account);
  keyword = (await call(server, '/api/v1/keywords', { key })).body.data[0];
  await tellOfMove();
  await tellOfAlert();
});

/** A change of the week that ended lately against the one before, as the judge stores it. */
async function tellOfMove() {
  const { keyword_id } = keyword;
  const scores = { previous_score: 30, new_score: 55, change: '+25', change_percent: '+83%' };
  const [row] = await db.query<{ now: Date }>(
    sql`select max(asked_at) as now from answers where workspace_id = ${account.workspaces.test}`,
  );
  const createdAt = `${row?.now.toISOString().slice(0, 19)}Z`;
  const data = { keyword_id, keyword: keyword.keyword, platform: 'chatgpt', ...scores };
  const body = { id: 'evt_00000000000000000000000001', type: 'visibility.changed', created_at: createdAt, data };
  const evidence = {
    window: 1,
    window_first: 1,
    baseline_first: 0,
    baseline_last: 0,
    reading: 1,
    look: 'week',
    windows: 1,
    n1: 160,
    k1: 48,
    n2: 40,
    k2: 22,
    prompts: 5,
    points: 25,
    phi: 1,
    p: 0.0038,
    adjustedP: 0.0038,
    correction: 'none',
    previousInterval: [23, 38],
    newInterval: [40, 69],
    settings: { minPoints: 10, level: 0.01, minAnswers: 20 },
  };
  await db.query(
    sql`insert into events (event_id, workspace_id, type, created_at, body, evidence, fact)
        values (${body.id}, ${account.workspaces.test}, ${body.type}, ${new Date(createdAt)}, ${JSON.stringify(body)},
                ${JSON.stringify(evidence)}, 'told by a test')`,
  );
}

/** A rule that fired on the newest day, as it is stored. */
async function tellOfAlert() {
  const { keyword_id } = keyword;
  const [row] = await db.query<{ now: Date }>(
    sql`select max(asked_at) as now from answers where workspace_id = ${account.workspaces.test}`,
  );
  const createdAt = `${row?.now.toISOString().slice(0, 19)}Z`;
  const told = { alert_id: 'alr_1', alert_name: 'Too low', current_score: 38, threshold: 45 };
  const data = { ...told, keyword_id, keyword: keyword.keyword, trigger_reason: 'Visibility fell to 38' };
  const body = { id: 'evt_00000000000000000000000002', type: 'alert.triggered', created_at: createdAt, data };
  const evidence = {
    rule: { condition: 'below', threshold: 45, platform: null, only_significant: false },
    last_day: createdAt.slice(0, 10),
    value: 38,
    sample_size: 155,
    interval: [31, 46],
    within_noise: true,
    week_before: { value: 52, sample_size: 160, interval: [44, 60] },
    reading: 1,
  };
  await db.query(
    sql`insert into events (event_id, workspace_id, type, created_at, body, evidence, fact)
        values (${body.id}, ${account.workspaces.test}, ${body.type}, ${new Date(createdAt)}, ${JSON.stringify(body)},
                ${JSON.stringify(evidence)}, 'fired in a test')`,
  );
}

test.runIf(executable)(
  'a person sees how sure a score is, asks why it moved, and reads the answers behind it',
  async () => {
    const { page, complaints } = await openSignedIn(account, `/keywords/${keyword.keyword_id}`);
    await page.getByRole('heading', { name: keyword.keyword, level: 1 }).waitFor();
    const score = page.getByRole('region', { name: 'Overall score' });
    await expect.poll(() => score.textContent()).toMatch(/95% interval: \d+–\d+ · \d+ answers/);
    await page.getByText(/Each point is a 7-day score/).waitFor();
    await page.getByRole('img', { name: /7-day rolling score/ }).waitFor();
    for (const tab of ['Prompts', 'Competitors', 'Searches', 'Answers']) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await page.getByRole('heading', { name: tab, level: 2, exact: true }).waitFor();
      expect(await axeProblems(page)).toEqual([]);
      expect(page.url()).toContain(`tab=${tab.toLowerCase()}`);
    }
    await page.getByRole('tab', { name: 'Overview', exact: true }).click();

    await page.getByRole('button', { name: 'ChatGPT: 30 → 55 (+25 points). Why?' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/about 38 of 10,000/).waitFor();
    await expect.poll(() => page.url()).toContain('event=evt_');
    const split = dialog.getByRole('list', { name: 'Where the change comes from' }).getByRole('listitem');
    await expect.poll(async () => sumOfPoints(await split.allTextContents())).toBe(25);
    expect((await split.allTextContents()).at(-1)).toMatch(/^Sample noise[+−]?\d+ points?$/);
    await expect
      .poll(() => dialog.getByRole('region', { name: 'Before' }).textContent())
      .toContain('48 of 160 answers');
    await expect.poll(() => dialog.getByRole('region', { name: 'After' }).textContent()).toContain('22 of 40 answers');
    const shown = dialog.getByRole('list', { name: 'What changed', exact: true }).getByRole('listitem');
    await expect
      .poll(async () => (await shown.allTextContents()).at(-1))
      .toMatch(/cannot be distinguished from chance/);
    for (const [period, says] of [
      ['Before', /Doesn’t mention you/],
      ['After', /Mentions you/],
    ] as const) {
      const example = dialog.getByRole('article', { name: period, exact: true });
      expect(await example.textContent()).toMatch(says);
      expect(await example.locator('mark').textContent()).not.toBe('');
      await example.getByRole('link', { name: 'Read the answer', exact: true }).waitFor();
    }
    expect(await dialog.getByRole('article', { name: 'After' }).locator('mark').textContent()).toMatch(/Heron/);
    const prompts = dialog.getByRole('list', { name: 'Prompts', exact: true }).getByRole('listitem');
    expect(await prompts.count()).toBe(5);
    expect(await axeProblems(page)).toEqual([]);
    await dialog.getByRole('link', { name: 'View the answers: After', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /show all answers in the range/ }).click();

    await page.getByLabel('Mention', { exact: true }).selectOption('yes');
    const lines = page.getByRole('list', { name: 'Answers, newest first' }).getByRole('link');
    await expect
      .poll(async () => (await lines.allTextContents()).every((text) => text.includes('Mentions you')))
      .toBe(true);
    await expect.poll(() => page.url()).toContain('named=yes');
    await lines.first().click();
    await page
      .getByRole('article', { name: 'Answer', exact: true })
      .locator('[dir=auto] mark[data-kind=own]')
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  },
);

/** Of lines such as `All prompts on ChatGPT−3 points`. */
function sumOfPoints(lines: string[]): number {
  const points = lines.map((line) => Number(/([+−]?\d+) points?$/.exec(line)?.[1]?.replace('−', '-')));
  return points.reduce((sum, one) => sum + one, 0);
}

test.runIf(executable)('an alert is marked in the history and opens its evidence', async () => {
  const { page, complaints } = await openSignedIn(account, `/keywords/${keyword.keyword_id}`);
  const mark = page.getByRole('button', { name: 'Alert “Too low”: score 38. Why?' });
  await mark.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/Visibility fell to 38\./).waitFor();
  const said = (name: string) => dialog.getByRole('region', { name }).textContent();
  await expect.poll(() => said('Previous 7 days')).toContain('Score 52 from 160 answers (95% interval: 44–60)');
  await expect.poll(() => said('When the alert fired')).toContain('Score 38 from 155 answers (95% interval: 31–46)');
  await dialog.getByText(/Within noise/).waitFor();
  const split = dialog.getByRole('list', { name: 'Where the change comes from' }).getByRole('listitem');
  await expect.poll(async () => sumOfPoints(await split.allTextContents())).toBe(38 - 52);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.url()).not.toContain('event=');
  expect(complaints).toEqual([]);
  await page.close();
});

test.runIf(executable)('on a dark phone the page fits, and nothing is lost for a screen reader', async () => {
  const { page, complaints } = await openSignedIn(
    account,
    `/keywords/${keyword.keyword_id}?days=30&tab=answers`,
    PHONE,
  );
  await page.getByRole('list', { name: 'Answers, newest first' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await axeProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.close();
});

test.runIf(executable)('a person edits, pauses, resumes and deletes a keyword, by its name', async () => {
  const body = { keyword: 'short-lived keyword', tags: ['old'] };
  const made = (await call(server, '/api/v1/keywords', { key, method: 'POST', body })).body;
  const { page } = await openSignedIn(account, `/keywords/${made.keyword_id}`);
  await page.getByText(/No score yet/).waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Prompts' }).fill('Is Heron Board any good?');
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('dialog')
    .getByText(/^Prompt 1 mentions "Heron Board"/)
    .waitFor();
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Prompts' }).fill('Which board is any good?\n\nWhich one is cheap?');
  await page.getByRole('combobox', { name: 'Tags' }).fill('fresh');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'Prompts', exact: true }).click();
  await page.getByText(/Which one is cheap\?/).click();
  await expect.poll(() => page.url()).toMatch(/tab=answers&prompt=/);
  await page.getByText('fresh', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  const kept = (await call(server, `/api/v1/keywords/${made.keyword_id}`, { key })).body;
  expect([kept.status, kept.tags]).toEqual(['active', ['old', 'fresh']]);

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Delete “short-lived keyword”?' }).waitFor();
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Delete keyword' }).click();
  await page.getByRole('heading', { name: 'Keywords', level: 1 }).waitFor();
  expect((await call(server, `/api/v1/keywords/${made.keyword_id}`, { key })).status).toBe(404);
  await page.goto(`${server.url}/keywords/${made.keyword_id}`);
  await page.getByRole('heading', { name: 'Keyword not found' }).waitFor();
  await page.close();
});
