import { raw } from '../server/dist/store/db.js';
import { forgetCounts, givenAccount, pagesOfWorkspace, startService, timeOf } from './support/dashboard-service.mjs';
import { fillWide } from './support/fill-wide.mjs';
import { familyMs } from './support/processor-time.mjs';

const ANSWERS = Number(process.env.BENCH_ANSWERS ?? 2_000_000);
const KEYWORDS = Number(process.env.BENCH_KEYWORDS ?? 500);
const BAR_MS = 300;
const REPEATS = 3;

/**
 * Reads everything that a page of the dashboard reads from one workspace with two million answers: 500 keywords with
 * 160 answers a week. A figure is the processor time of PostgreSQL for the request, the least of three, with no counts
 * in memory. Then the size of each table, per answer.
 */
export async function run() {
  const service = await startService();
  try {
    const { account, workspace } = await givenAccount(service, 0);
    const workspaceId = account.workspaces.test;
    await fillWide(service.databaseUrl, { workspaceId, answers: ANSWERS, keywords: KEYWORDS });
    return await measureWide({ ...workspace, platform: 'chatgpt' }, service.postgresPid);
  } finally {
    await service.stop();
  }
}

export async function measureWide(workspace, postgresPid) {
  const rows = [];
  for (const [page, paths] of Object.entries(await pagesOfWorkspace(workspace))) {
    for (const { name, path } of paths) {
      const value = await databaseMsOf(workspace, { path, postgresPid });
      rows.push({ name: `${page}: ${name}`, value, unit: 'ms', bar: BAR_MS, pass: value <= BAR_MS });
    }
  }
  return [...rows, ...(await sizesOf(workspace))];
}

async function databaseMsOf(workspace, { path, postgresPid }) {
  let least = Infinity;
  for (let i = 0; i < REPEATS; i++) {
    await forgetCounts(workspace);
    const before = familyMs(postgresPid);
    await timeOf(workspace, path);
    least = Math.min(least, familyMs(postgresPid) - before);
  }
  return least;
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
