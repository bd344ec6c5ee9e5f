// `node scripts/measure-dashboard.mjs [keywords]`: measures the Keywords page with many rows (default: 10,000).
// `node scripts/measure-dashboard.mjs pages`: every request of every page and a PDF, with 12 and with 10,000 keywords. A
// line with ! is over its bar.
// Needs the compiled server and the built dashboard (`npm run build`) and a Chromium.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser, launchBrowser } from './browser.mjs';

const built = (path) => import(new URL(`../server/dist/${path}`, import.meta.url).href);
const { createBadKeyThrottle } = await built('access/bad-key-throttle.js');
const { createKeyUse } = await built('access/key-use.js');
const { createSignInToken } = await built('access/sessions.js');
const { createApp } = await built('api/app.js');
const { readStaticFiles } = await built('api/static-files.js');
const { createLog } = await built('base/log.js');
const { createSecretsBox } = await built('base/secrets-box.js');
const { sandboxAsker } = await built('sandbox/asker.js');
const { createAccountWithSandbox } = await built('sandbox/create.js');
const { openDb, sql } = await built('store/db.js');
const { startEmbeddedPostgres } = await built('store/embedded/postgres.js');
const { migrate } = await built('store/system/migrate.js');
const { publicAddresses } = await built('webhooks/address.js');
const { createWebhookAgent } = await built('webhooks/agent.js');

const keywords = Number(process.argv[2] ?? 10_000);
const PIXELS_A_FRAME = 300;
const LONG_FRAME_MS = 50;

if (process.argv[2] === 'pages') {
  await measurePages();
  process.exit();
}

const executable = findBrowser();
if (!executable) throw new Error('No Chromium found. On Debian: apt-get install chromium');
const folder = mkdtempSync(join(tmpdir(), 'visibility-dashboard-'));
chmodSync(folder, 0o711);
const postgres = await startEmbeddedPostgres(folder);
const closing = [() => rmSync(folder, { recursive: true, force: true }), () => postgres.stop()];
try {
  await migrate(postgres.url);
  const db = openDb({ url: postgres.url, statementTimeoutMs: 120_000 });
  closing.push(() => db.close());
  const account = await db.transaction((tx) => createAccountWithSandbox(tx, { name: 'Rows', historyDays: 0 }));
  await seed(db, account.workspaces.test);
  const { app, url } = await serve(db);
  closing.push(() => app.close());
  const browser = await launchBrowser(executable);
  closing.push(() => browser.close());
  const token = await createSignInToken(db, account.accountId);
  await measure(await browser.newPage({ viewport: { width: 1440, height: 900 } }), { url, token });
} finally {
  for (const close of closing.reverse()) await close();
}

async function measurePages() {
  const { run } = await import('../bench/pages.mjs');
  let before = '';
  for (const { name, value, again, bar } of await run()) {
    const [size, page, ...path] = name.split(': ');
    const heading = `${size}: ${page}`;
    if (heading !== before) say(`\n${heading}`, '');
    before = heading;
    const kept = again === undefined ? '' : `  again ${again} ms`;
    say(`${value > bar ? '!' : ' '} ${value} ms`, `${path.join(': ')}${kept}`);
  }
}

async function measure(page, { url, token }) {
  await page.goto(`${url}/sign-in#token=${token}`);
  await page.getByRole('navigation', { name: 'Pages' }).first().waitFor();
  await page.goto(`${url}/keywords`, { waitUntil: 'commit' });
  await page.getByRole('rowheader').first().waitFor();
  const first = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    row: performance.now(),
  }));
  say('first paint', `${Math.round(first.paint)} ms`);
  say('first row', `${Math.round(first.row)} ms after the request`);
  const work = await watchWork(page);
  const before = await work();
  const scrolled = await page.evaluate(scrollThrough, PIXELS_A_FRAME);
  const spent = (await work()) - before;
  const frames = scrolled.frames.length;
  const late = scrolled.frames.filter((ms) => ms > LONG_FRAME_MS);
  say('scrolled', `${frames} frames of ${PIXELS_A_FRAME} px in ${(scrolled.ms / 1000).toFixed(1)} s`);
  say(`over ${LONG_FRAME_MS} ms`, `${late.length} frames, the longest ${Math.round(Math.max(0, ...late))} ms`);
  say('work', `${((1000 * spent) / frames).toFixed(1)} ms of processor time per frame`);
  say('rendered rows', `at most ${scrolled.most}; last visible row: ${scrolled.last}`);
  await page.evaluate(() => scrollTo(0, 0));
  const all = await page.getByRole('table').getAttribute('aria-rowcount');
  const from = performance.now();
  await page.getByPlaceholder('Search keywords').pressSequentially('77', { delay: 0 });
  await page.waitForFunction((total) => document.querySelector('table')?.getAttribute('aria-rowcount') !== total, all);
  say('filter', `${Math.round(performance.now() - from)} ms from key press to result, including 200 ms of debounce`);
}

/** Processor time the page has used, in seconds. */
async function watchWork(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value;
  };
}

/** Runs in the page: scrolls to the end at a constant speed and returns the duration of each frame. */
async function scrollThrough(pixels) {
  const frames = [];
  let most = 0;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const began = await frame();
  let before = began;
  while (scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
    scrollBy(0, pixels);
    const now = await frame();
    frames.push(now - before);
    before = now;
    if (frames.length % 20 === 0) most = Math.max(most, document.querySelectorAll('[data-place]').length);
  }
  const rows = [...document.querySelectorAll('[data-place]')].map(
    (row) => Number(row.getAttribute('aria-rowindex')) - 1,
  );
  return { frames, ms: before - began, most, last: Math.max(...rows) };
}

async function serve(db) {
  const addresses = publicAddresses([]);
  const secrets = createSecretsBox(randomBytes(32));
  const served = createApp({
    db,
    reads: db,
    secrets,
    addresses,
    ask: sandboxAsker(db),
    agent: createWebhookAgent({ addresses }),
    keyUse: createKeyUse(db),
    badKeys: createBadKeyThrottle(),
    log: createLog({ level: 'silent', pretty: false }),
    files: readStaticFiles(fileURLToPath(new URL('../server/assets/dashboard', import.meta.url))),
    baseUrl: 'http://localhost',
    trustProxy: [],
    environmentPlatforms: [],
  });
  await served.listen({ host: '127.0.0.1', port: 0 });
  return { app: served, url: `http://127.0.0.1:${served.server.address().port}` };
}

/** Inserts keywords with visibility records, but without answers: the page does not read those. */
async function seed(db, workspaceId) {
  const platform = (salt) => sql`(n * ${salt}::integer) % 101`;
  await db.query(
    sql`insert into keywords (workspace_id, keyword_id, keyword, identity, status, tags, reading, created_at, updated_at)
        select ${workspaceId}, 'kw_seed_' || n, 'software for purpose ' || n, jsonb_build_array('software for purpose ' || n, '', '')::text,
               case when n % 50 = 0 then 'paused' else 'active' end, array['tag ' || n % 7], 1, now(), now()
        from generate_series(1, ${keywords}::integer) n`,
  );
  await db.query(
    sql`insert into visibility (workspace_id, keyword_id, keyword, tags, visibility_score, trend, updated_at, last_day, reading, doc, evidence, platforms)
        select ${workspaceId}, keyword_id, keyword, tags, score, 0, now(), current_date, 1,
               json_build_object('keyword_id', keyword_id, 'keyword', keyword, 'visibility_score', score, 'mentions', n, 'citations', n / 3,
                 'platforms', json_build_object('chatgpt', ${platform(7)}, 'claude', ${platform(11)}, 'gemini', ${platform(13)}, 'perplexity', ${platform(17)}),
                 'trend', '+0%', 'updated_at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))::text,
               '"sample_size":280,"interval":[' || greatest(0, score - 6) || ',' || least(100, score + 6) || '],"metric_version":1',
               array['chatgpt', 'claude', 'gemini', 'perplexity']
        from (
          select *, substr(keyword_id, 9)::integer as n, substr(keyword_id, 9)::integer % 101 as score
          from keywords
          where workspace_id = ${workspaceId}
            and keyword_id like 'kw\\_seed\\_%'
        ) k`,
  );
  await db.query(
    sql`update list_totals set keywords = keywords + ${keywords}, measured = measured + ${keywords} where workspace_id = ${workspaceId}`,
  );
  await db.query(sql`analyze keywords, visibility`);
  say('seeded', `${keywords} keywords`);
}

function say(what, words) {
  process.stdout.write(`${what.padEnd(14)} ${words}\n`);
}
