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
let keywordId = '';

beforeAll(async () => {
  if (!executable) return;
  account = await givenAccount(server.deps, { historyDays: 1 });
  key = await givenKey(server.deps, account);
  keywordId = (await call(server, '/api/v1/keywords', { key })).body.data[0].keyword_id;
});

async function handIn(answer: object): Promise<string> {
  const body = { keyword_id: keywordId, platform: 'chatgpt_web', prompt: 'Which board?', ...answer };
  const stored = await call(server, '/api/v1/answers', { key, method: 'POST', body });
  expect(stored.status, stored.text).toBe(201);
  return stored.body.data[0].answer_id;
}

test.runIf(executable)(
  'an answer shows who is named and what is cited in its own words, and leads to its neighbours',
  async () => {
    const before = await handIn({
      text: 'Nobody in particular.',
      asked_at: new Date(Date.now() - 7_200_000).toISOString(),
    });
    const answerId = await handIn({
      text: '👩‍👩‍👧 For 𝒜 team: **Heron Board** is best.[1]\n\nSee also https://teamtools.example/review.',
      sources: [
        { url: 'https://heronboard.example/guide', title: 'The guide' },
        { url: 'https://teamtools.example/review', title: 'A review' },
        { url: 'https://unread.example/', title: 'Only read', cited: false },
      ],
      model: 'a-model',
    });
    const { page, complaints } = await openSignedIn(account, `/answers/${answerId}`);
    await page.getByRole('heading', { name: 'Which board?', level: 1 }).waitFor();
    const text = page.getByRole('article', { name: 'Answer', exact: true }).locator('[dir=auto]');
    expect(await text.locator('mark[data-kind=own]').allTextContents()).toEqual(['Heron Board']);
    expect(await text.locator('mark[data-kind=citation]').allTextContents()).toEqual([
      '[1]',
      'https://teamtools.example/review',
    ]);
    expect(await text.textContent()).toContain('👩‍👩‍👧 For 𝒜 team: Heron Board is best.[1]See also');
    expect(await text.locator('strong').textContent()).toBe('Heron Board');
    await page.getByText('Raw text', { exact: true }).click();
    expect(await text.textContent()).toContain('👩‍👩‍👧 For 𝒜 team: **Heron Board** is best.[1]\n\nSee also');
    expect(await text.locator('mark[data-kind=own]').allTextContents()).toEqual(['Heron Board']);
    const sources = page.getByRole('region', { name: 'Sources' });
    expect(await sources.getByRole('link', { name: 'The guide' }).getAttribute('rel')).toBe(
      'noopener noreferrer nofollow',
    );
    expect(await sources.textContent()).toMatch(/Cited in the answer.*yours.*Retrieved but not cited.*Only read/);
    expect(await axeProblems(page)).toEqual([]);

    await page.getByRole('link', { name: 'Previous answer' }).click();
    await page.getByText(/Nobody in particular\./).waitFor();
    await expect.poll(() => page.url()).toContain(before);
    await page.getByRole('link', { name: 'Next answer' }).click();
    await expect.poll(() => page.url()).toContain(answerId);
    expect(complaints).toEqual([]);
    await page.close();
  },
);

test.runIf(executable)('hostile text of an answer runs nothing, links nowhere and turns nothing around', async () => {
  const hostile = [
    '<script>window.ran = 1</script><img src=x onerror="window.ran = 2"><svg onload="window.ran = 3"></svg>',
    '[Heron Board](javascript:window.ran=4) and <a href="javascript:window.ran=5">this</a> [1]',
    'over\u202eridden \u2066isolated\u202b embedded \u0007bell \u001b[31mred \u200bzero',
    '"><style>body{display:none}</style>',
  ].join('\n');
  const answerId = await handIn({
    prompt: '<script>window.ran = 6</script> \u202eWhich?',
    text: hostile,
    model: '\u202e<b>model</b>',
    sources: [{ url: 'https://plain.example/', title: '<img src=x onerror="window.ran = 7">\u202etitle' }],
  });
  // The API refuses such addresses; a platform's reply might bring them.
  const pages = [
    { url: 'javascript:window.ran=8', title: 'script page', spans: [] },
    {
      url: 'data:text/html,<script>window.ran=9</script>',
      title: 'data page',
      spans: [
        [-5, 99_999],
        [3, 1],
      ],
    },
  ];
  await db.query(
    sql`update answers
        set cited = cited || ${JSON.stringify(pages)}::jsonb
        where workspace_id = ${account.workspaces.test}
          and answer_id = ${answerId}`,
  );
  const { page, complaints } = await openSignedIn(account, `/answers/${answerId}`, PHONE);
  const text = page.getByRole('article', { name: 'Answer', exact: true }).locator('[dir=auto]');
  await text.waitFor();
  const shown = (await text.textContent()) ?? '';
  expect(shown).toContain('<script>window.ran = 1</script>');
  expect(shown).toContain('over␣ridden ␣isolated␣ embedded ␇bell ␛[31mred ␣zero');
  expect(await text.locator('mark[data-kind=own]').allTextContents()).toEqual(['Heron Board']);
  expect(await text.locator('a, script, img, svg, style').count()).toBe(0);
  expect(await page.evaluate(() => document.body.innerText)).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  const links = await page
    .locator('a')
    .evaluateAll((all) => all.map((a) => new URL((a as HTMLAnchorElement).href).protocol));
  expect(new Set(links)).toEqual(new Set(['http:', 'https:']));
  await page.getByText('script page', { exact: true }).click();
  await page.getByText('data page', { exact: true }).click();
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await axeProblems(page)).toEqual([]);

  await page.goto(`${server.url}/keywords/${keywordId}?tab=answers`);
  await page.getByRole('list', { name: 'Answers, newest first' }).waitFor();
  await page.goto(`${server.url}/mentions`);
  await page.getByRole('table', { name: 'Mentions' }).waitFor();
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  expect(await page.evaluate(() => document.body.innerText)).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(complaints).toEqual([]);
  await page.close();
});

test.runIf(executable)('an answer that is not there says what may have become of it', async () => {
  const { page } = await openSignedIn(account, '/answers/ans_00000000000000000000000000');
  await page.getByRole('heading', { name: 'Answer not found' }).waitFor();
  await page.close();
});

test.runIf(executable)('an answer opened from a list leads back to it and through it', async () => {
  for (const [hours, text] of [
    [3, 'Heron Board, third.'],
    [2, 'Heron Board, second.'],
    [1, 'Heron Board, first.'],
  ] as const) {
    await handIn({ platform: 'listed', text, asked_at: new Date(Date.now() - hours * 3_600_000).toISOString() });
  }
  const { page, complaints } = await openSignedIn(account, '/mentions?platform=listed');
  await page.getByRole('link', { name: 'Heron Board, second.', exact: true }).click();
  const article = page.getByRole('article', { name: 'Answer', exact: true });
  await article.getByText(/second\./).waitFor();
  await page.getByRole('link', { name: 'Next answer', exact: true }).click();
  await article.getByText(/third\./).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Next answer' }).isDisabled()).toBe(true);
  await page.reload();
  await page.getByRole('link', { name: 'Previous answer', exact: true }).click();
  await article.getByText(/second\./).waitFor();
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Mentions', exact: true }).click();
  await expect.poll(() => page.url()).toBe(`${server.url}/mentions?platform=listed`);
  expect(complaints).toEqual([]);
  await page.close();
});
