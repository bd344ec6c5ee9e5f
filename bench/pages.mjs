import { createKey } from '../server/dist/access/keys.js';
import { seedSandboxes } from '../server/dist/sandbox/seed.js';
import { raw } from '../server/dist/store/db.js';
import {
  forgetCounts,
  givenAccount,
  pagesOfWorkspace,
  post,
  startService,
  timeOf,
} from './support/dashboard-service.mjs';

/** Thirteen windows of seven days. */
const DAYS = Number(process.env.BENCH_DAYS ?? 91);
const MANY = Number(process.env.BENCH_KEYWORDS ?? 10_000);
const ANSWERS_EACH = 3;
const LINES = 2_000;
const REPEATS = 3;

/**
 * Calls every route that a page of the dashboard reads, over HTTP with a session: in the sandbox as a new user sees it,
 * and in a workspace with many keywords of three answers each. A figure is the median of three requests after new
 * data. `again` is the same request once more, with counts that are kept in memory.
 */
export async function run() {
  const service = await startService();
  try {
    const few = await givenSandbox(service);
    const many = await givenMany(service);
    return [...(await rowsOf(few, 300)), ...(await pdfRows(few)), ...(await rowsOf(many, 1_000))];
  } finally {
    await service.stop();
  }
}

async function rowsOf(workspace, bar) {
  const rows = [];
  for (const [page, paths] of Object.entries(await pagesOfWorkspace(workspace))) {
    for (const { name, path } of paths) {
      const times = [];
      for (let i = 0; i < REPEATS; i++) {
        await forgetCounts(workspace);
        times.push(await timeOf(workspace, path));
      }
      const value = Math.round(times.sort((a, b) => a - b)[REPEATS >> 1]);
      const again = Math.round(await timeOf(workspace, path));
      rows.push({ name: `${workspace.size}: ${page}: ${name}`, value, again, unit: 'ms', bar, pass: value <= bar });
    }
  }
  return rows;
}

/** A preview gathers its numbers and draws them. The first one also starts the thread that draws. */
async function pdfRows({ url, headers, size }) {
  const body = JSON.stringify({ name: 'Bench', schedule: 'weekly', format: 'pdf' });
  const sent = { ...headers, origin: 'http://localhost', 'content-type': 'application/json' };
  const rows = [];
  for (const [name, bar] of [
    ['first', undefined],
    ['next', 1_500],
  ]) {
    const startedAt = performance.now();
    await post(`${url}/dashboard/api/test/reports/preview`, sent, body);
    const value = Math.round(performance.now() - startedAt);
    rows.push({ name: `${size}: Reports: PDF, ${name}`, value, unit: 'ms', bar, pass: bar && value <= Number(bar) });
  }
  return rows;
}

async function givenSandbox(service) {
  const { workspace } = await givenAccount(service, DAYS);
  await seedSandboxes(service.deps, () => {}, new AbortController().signal);
  return { ...workspace, platform: 'chatgpt', size: `12 keywords, ${DAYS} days` };
}

async function givenMany(service) {
  const { account, workspace } = await givenAccount(service, 0);
  const unrestricted = { allowedIps: [], allowedDomains: [], expiresAt: undefined };
  /** @type {import('../server/dist/access/keys.js').KeyInput} */
  const options = { name: 'bench', scopes: ['write'], ...unrestricted };
  const key = await createKey(service.deps, { workspaceId: account.workspaces.test, mode: 'test' }, options);
  const authorization = `Bearer ${key}`;
  for (let first = 0; first < MANY; first += 1_000) {
    const keywords = numbersFrom(first, 1_000).map((i) => ({ keyword: keywordOf(i), tags: [`tag ${i % 20}`] }));
    const headers = { authorization, 'content-type': 'application/json' };
    await post(`${service.url}/api/v1/keywords`, headers, JSON.stringify({ keywords }));
  }
  for (let first = 0; first < MANY * ANSWERS_EACH; first += LINES) {
    const headers = { authorization, 'content-type': 'application/x-ndjson' };
    await post(`${service.url}/api/v1/answers`, headers, numbersFrom(first, LINES).map(writeLine).join('\n'));
  }
  await service.deps.db.query(raw(STANDINGS.replace(':workspace', account.workspaces.test)));
  await service.deps.db.query(raw('vacuum (analyze)'));
  return { ...workspace, platform: 'copilot', size: `${MANY.toLocaleString('en')} keywords` };
}

/** As after a closed week: every keyword, competitor and platform has a standing, and every tenth keyword a crossing. */
const STANDINGS = `
  with s as (
    insert into standings (workspace_id, keyword_id, platform, competitor_id, judged_window, reading, verdict, since_window, figures, judged_at, change_level)
    select k.workspace_id, k.keyword_id, p, c ->> 'id', 0, k.reading,
           (array['ahead', 'behind', 'too_close_to_call'])[1 + abs(hashtext(k.keyword_id || p)) % 3], 0,
           '{"first": 0, "last": 0, "n": 80, "own": {"score": 40, "interval": [30, 50], "mentions": 32}, "competitor": {"score": 50, "interval": [40, 60], "mentions": 40}, "lead": -10, "leadInterval": [-20, 0], "p": 0.05}'::jsonb, now(), 0.007
    from keywords k
    join readings r on r.workspace_id = k.workspace_id and r.reading = k.reading
    cross join unnest(array['', 'copilot', 'perplexity_web', 'chatgpt', 'claude']) as p
    cross join jsonb_array_elements(r.subject -> 'competitors') as c
    where k.workspace_id = ':workspace'
    returning *
  )
  insert into crossings
  select workspace_id, keyword_id, platform, competitor_id, 0, reading, 'was_overtaken', figures, figures, judged_at
  from s
  where abs(hashtext(keyword_id)) % 10 = 0`;

function numbersFrom(first, count) {
  return Array.from({ length: count }, (_, i) => first + i);
}

function keywordOf(number) {
  return `best kanban software for team ${number % MANY}`;
}

/** The answers of a keyword are a month apart. */
function writeLine(number) {
  const daysAgo = (number % 30) + 30 * (Math.floor(number / MANY) % ANSWERS_EACH);
  const names = [number % 3 ? 'Heron Board' : 'A spreadsheet', 'Aplomb', 'Weftly', `Tool ${number % 40}`];
  return JSON.stringify({
    keyword: keywordOf(number),
    platform: number % 2 ? 'copilot' : 'perplexity_web',
    prompt: 'Which one would you recommend?',
    text: names.map((name, i) => `${i + 1}. **${name}**: a good choice for agencies.`).join('\n'),
    sources: [{ url: `https://toolreview.example/${number % 97}`, title: 'Review' }],
    asked_at: new Date(Date.now() - daysAgo * 86_400_000 - 60_000).toISOString(),
  });
}
