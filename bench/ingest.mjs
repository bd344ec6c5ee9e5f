import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyUse } from '../server/dist/access/key-use.js';
import { createKey } from '../server/dist/access/keys.js';
import { analyze, prepareSubject } from '../server/dist/analyze/analyze.js';
import { createApp } from '../server/dist/api/app.js';
import { createLog } from '../server/dist/base/log.js';
import { createSecretsBox } from '../server/dist/base/secrets-box.js';
import { sandboxAsker } from '../server/dist/sandbox/asker.js';
import { createAccountWithSandbox } from '../server/dist/sandbox/create.js';
import { SANDBOX_KEYWORDS, sandboxSubject, sandboxWorld } from '../server/dist/sandbox/world.js';
import { openDb } from '../server/dist/store/db.js';
import { startEmbeddedPostgres } from '../server/dist/store/embedded/postgres.js';
import { migrate } from '../server/dist/store/migrate.js';
import { publicAddresses } from '../server/dist/webhooks/address.js';

const LINES = 2_000;
const FIRST_SIZE = 10_000;
/** Of filling between the two sizes. `BENCH_ANSWERS=1000000` fills up to that many instead, however long it takes. */
const FILL_MS = 30_000;
const ROUNDS = 5;
const PLATFORMS = ['chatgpt_web', 'ai_overviews', 'copilot', 'perplexity_web'];
const DAYS = 28;

/** NDJSON in, committed answers out, over HTTP, server and client in one process, PostgreSQL with its default safety. */
export async function run() {
  const service = await startService();
  try {
    const analysis = analysisAlone();
    await fill(service, { until: FIRST_SIZE });
    const small = await bestRound(service);
    const sizeOfSmall = service.stored;
    const before = await settledRss();
    const wanted = Number(process.env.BENCH_ANSWERS ?? 0);
    await fill(service, wanted > 0 ? { until: wanted } : { until: Infinity, ms: FILL_MS });
    const large = await bestRound(service);
    const after = await settledRss();
    return rowsOf({ analysis, small, large, before, after, sizes: [sizeOfSmall, service.stored] });
  } finally {
    await service.stop();
  }
}

function rowsOf({ analysis, small, large, before, after, sizes }) {
  const [few, many] = sizes.map((size) => size.toLocaleString('en'));
  const best = Math.max(small, large);
  const growth = small / large;
  return [
    {
      name: 'NDJSON to committed answers, 2.2 kB each, beside analysis alone',
      ...{ value: Math.round(best), unit: 'answers/s', reference: Math.round(analysis), ratio: round(best / analysis) },
    },
    {
      name: 'NDJSON to committed answers against the 1,000/s asked for',
      ...{ value: Math.round(best), unit: 'answers/s', reference: 1_000, ratio: round(best / 1_000) },
      ...{ bar: 1, pass: best >= 1_000 },
    },
    {
      name: `cost of an answer at ${many} stored against ${few} (at most)`,
      ...{ value: round(1_000 / large), unit: 'ms', reference: round(1_000 / small), ratio: round(growth) },
      ...{ bar: 1.2, pass: growth <= 1.2 },
    },
    {
      name: `memory after ${many} answers against ${few} (at most)`,
      ...{
        value: Math.round(after / 1e6),
        unit: 'MB',
        reference: Math.round(before / 1e6),
        ratio: round(after / before),
      },
      ...{ bar: 1.25, pass: after / before <= 1.25 },
    },
  ];
}

async function startService() {
  const folder = mkdtempSync(join(tmpdir(), 'visibility bench '));
  chmodSync(folder, 0o711);
  const postgres = await startEmbeddedPostgres(folder);
  await migrate(postgres.url);
  const db = openDb({ url: postgres.url });
  const account = await createAccountWithSandbox(db, { name: 'Bench', plan: 'enterprise', historyDays: 0 });
  const secrets = createSecretsBox(randomBytes(32));
  const log = createLog({ level: 'silent', pretty: false });
  const deps = { db, secrets, log, keyUse: createKeyUse(db), ask: sandboxAsker(db), addresses: publicAddresses([]) };
  const app = createApp({ ...deps, files: undefined, baseUrl: 'http://localhost', trustProxy: [] });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const unrestricted = { allowedIps: [], allowedDomains: [], expiresAt: undefined };
  const wishes = { name: 'bench', scopes: ['write'], ...unrestricted };
  const key = await createKey(deps, { workspaceId: account.workspaces.test, mode: 'test' }, wishes);
  return {
    ...{ url, key, stored: 0 },
    async stop() {
      await app.close();
      await db.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function fill(service, { until, ms = Infinity }) {
  const end = performance.now() + ms;
  while (service.stored < until && performance.now() < end) await send(service);
}

/** Answers per second in the best of several requests: the others were slowed by neighbours. */
async function bestRound(service) {
  let best = 0;
  for (let round = 0; round < ROUNDS; round++) best = Math.max(best, await send(service));
  return best;
}

async function send(service) {
  const body = Array.from({ length: LINES }, (_, i) => writeLine(service.stored + i)).join('\n');
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/x-ndjson' };
  const start = performance.now();
  const response = await fetch(`${service.url}/api/v1/answers`, { method: 'POST', headers, body });
  const { data, detail } = await response.json();
  const seconds = (performance.now() - start) / 1_000;
  const wrong = data?.find(({ status }) => status !== 'stored');
  if (!data || wrong) throw new Error(`not stored: ${detail ?? JSON.stringify(wrong)}`);
  service.stored += LINES;
  return LINES / seconds;
}

function analysisAlone() {
  const world = sandboxWorld('visibility');
  const subject = prepareSubject(
    sandboxSubject(
      world,
      world.competitors.map(({ id }) => id),
    ),
  );
  const answers = Array.from({ length: LINES }, (_, i) => ({
    text: writeAnswer(i),
    cited: sourcesOf(i),
    retrieved: [],
  }));
  let best = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    for (const answer of answers) analyze(answer, subject);
    best = Math.max(best, (answers.length / (performance.now() - start)) * 1_000);
  }
  return best;
}

function writeLine(number) {
  const askedAt = new Date(Date.now() - (number % DAYS) * 86_400_000 - 60_000);
  return JSON.stringify({
    keyword: SANDBOX_KEYWORDS[number % SANDBOX_KEYWORDS.length].keyword,
    platform: PLATFORMS[number % PLATFORMS.length],
    prompt: `Which one would you recommend, and why? (${number % 5})`,
    text: writeAnswer(number),
    sources: sourcesOf(number).map(({ url, title }) => ({ url, title })),
    asked_at: askedAt.toISOString(),
    // As ids of other tools are: in no order.
    external_id: createHash('sha256').update(String(number)).digest('base64url'),
  });
}

function sourcesOf(number) {
  return [
    { url: `https://heronboard.example/${number % 50}?utm_source=chat`, title: 'Heron Board', spans: [] },
    ...[1, 2, 3].map((i) => ({ url: `https://toolreview.example/${number % 97}/${i}`, title: 'Review', spans: [] })),
  ];
}

/** Markdown of 2.2 kB as assistants write it, with the brand in two of three. */
function writeAnswer(number) {
  const names = [number % 3 ? 'Heron Board' : 'A spreadsheet', 'Aplomb', 'weftly', 'Another Tool'];
  let text = 'Here are the options that reviewers mention most often for teams of your size:\n\n';
  for (let i = 1; text.length < 2_200; i++) {
    text += `${i}. **${names[(number + i) % 4]}** – A solid choice for agencies, with reporting, exports and a free trial.[${(i % 4) + 1}]\n`;
    text += `   - Setup takes about ${i + 2} days, and the documentation is good; migration is supported (case ${number}).\n`;
  }
  return text.slice(0, 2_200);
}

/** What stays when the garbage of the last requests is gone. */
async function settledRss() {
  const seen = [];
  for (let i = 0; i < 10; i++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 100));
    seen.push(process.memoryUsage().rss);
  }
  return Math.min(...seen);
}

function round(value) {
  return Math.round(value * 1_000) / 1_000;
}
