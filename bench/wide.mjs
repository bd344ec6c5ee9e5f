import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { raw } from '../server/dist/store/db.js';
import {
  forgetCounts,
  givenAccount,
  pagesOfWorkspace,
  startService,
  timeOf,
  workspaceOf,
} from './support/dashboard-service.mjs';
import { fillWide } from './support/fill-wide.mjs';
import { familyMs } from './support/processor-time.mjs';
import { wideReads } from './support/wide-reads.mjs';

const ANSWERS = Number(process.env.BENCH_ANSWERS ?? 2_000_000);
const KEYWORDS = Number(process.env.BENCH_KEYWORDS ?? 500);
/** Keeps the filled database here for the next run, which then takes minutes less. */
const FOLDER = process.env.BENCH_FOLDER;
const BAR_MS = 300;
const REPEATS = 3;

/**
 * Reads everything that a page of the dashboard reads from one workspace with two million answers: 500 keywords with
 * 160 answers a week. A figure is the processor time of PostgreSQL for the request, the least of three, with no counts
 * in memory. Then the size of each table, per answer.
 */
export async function run() {
  const service = await startService(FOLDER);
  try {
    const workspace = await givenWide(service);
    return await measureWide({ ...workspace, platform: 'chatgpt' }, service.postgresPid);
  } finally {
    await service.stop();
  }
}

async function givenWide(service) {
  const filled = FOLDER && join(FOLDER, 'filled-account');
  if (filled && existsSync(filled)) return workspaceOf(service, readFileSync(filled, 'utf8'));
  const { account, workspace } = await givenAccount(service, 0);
  const wanted = { workspaceId: account.workspaces.test, answers: ANSWERS, keywords: KEYWORDS };
  await fillWide(service.databaseUrl, wanted);
  if (filled) writeFileSync(filled, account.accountId);
  return workspace;
}

async function measureWide(workspace, postgresPid) {
  const pages = Object.entries(await pagesOfWorkspace(workspace)).flatMap(([page, paths]) =>
    paths.map(({ name, path }) => ({ name: `${page}: ${name}`, path, body: undefined })),
  );
  const rows = [];
  for (const { name, path, body } of [...pages, ...wideReads()]) {
    // A worker makes reports in the background, with one statement after the other.
    const value = await databaseMsOf(workspace, { path, body, postgresPid, repeats: body ? 1 : REPEATS });
    rows.push({ name, value, unit: 'ms', ...(body ? {} : { bar: BAR_MS, pass: value <= BAR_MS }) });
  }
  return [...rows, ...(await sizesOf(workspace))];
}

async function databaseMsOf(workspace, { path, body, postgresPid, repeats }) {
  let least = Infinity;
  for (let i = 0; i < repeats; i++) {
    await forgetCounts(workspace);
    const before = familyMs(postgresPid);
    if (body) await preview(workspace, { path, body });
    else await timeOf(workspace, path);
    least = Math.min(least, familyMs(postgresPid) - before);
  }
  return least;
}

async function preview({ url, headers }, { path, body }) {
  const sent = { ...headers, origin: 'http://localhost', 'content-type': 'application/json' };
  const response = await fetch(`${url}/dashboard/api${path}`, {
    method: 'POST',
    headers: sent,
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
}

/** Bytes per answer of the largest tables, with their indexes. */
async function sizesOf({ db }) {
  const tables = await db.query(
    raw(`select regexp_replace(relname, '_\\d{6}$', '') as name, sum(pg_total_relation_size(oid))::float8 as bytes,
                (select count(*) from answers)::float8 as answers
         from pg_class
         where relkind = 'r' and relnamespace = 'public'::regnamespace
         group by 1
         order by 2 desc
         limit 10`),
  );
  return tables.map(({ name, bytes, answers }) => ({
    name: `size of ${name}`,
    value: Math.round(bytes / answers),
    unit: 'bytes/answer',
  }));
}
