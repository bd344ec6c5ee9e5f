// `node scripts/soak-scheduler.mjs [days]`: advances a sandbox while its worker is killed at random moments. Then every scheduled prompt
// must have exactly one answer.
import { fork } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const built = (path) => import(new URL(`../server/dist/${path}`, import.meta.url).href);
const [first = '365', url, workspaceId] = process.argv.slice(2);
if (url) await work(url, workspaceId);
else await soak(Number(first));

/** The worker: advances day by day until it is killed. */
async function work(databaseUrl, workspace) {
  const { openDb } = await built('store/db.js');
  const { sandboxAsker } = await built('sandbox/asker.js');
  const { passDay, takeTurn } = await built('sandbox/advance.js');
  const db = openDb({ url: databaseUrl });
  const turn = await takeTurn({ db, ask: sandboxAsker(db) }, workspace);
  for (;;) {
    await passDay(turn);
    process.send('day');
  }
}

async function soak(days) {
  const { startEmbeddedPostgres } = await built('store/embedded/postgres.js');
  const { migrate } = await built('store/system/migrate.js');
  const { openDb, sql } = await built('store/db.js');
  const { createAccountWithSandbox } = await built('sandbox/create.js');
  const { repetitionsOn } = await built('measure/plan.js');
  const folder = mkdtempSync(join(tmpdir(), 'visibility-soak-'));
  chmodSync(folder, 0o711);
  const postgres = await startEmbeddedPostgres(folder);
  await migrate(postgres.url);
  const db = openDb({ url: postgres.url });
  const account = await db.transaction((tx) => createAccountWithSandbox(tx, { name: 'Soak', historyDays: 0 }));
  const id = account.workspaces.test;

  let kills = 0;
  for (let passed = 0; passed < days; ) {
    const child = fork(fileURLToPath(import.meta.url), [String(days), postgres.url, id]);
    const killAt = setTimeout(() => child.kill('SIGKILL'), 500 + Math.random() * 10_000);
    child.on('message', () => {
      passed++;
      if (passed >= days) child.kill('SIGKILL');
    });
    await new Promise((resolve) => child.on('exit', resolve));
    clearTimeout(killAt);
    kills++;
    // Leases of killed workers would expire anyway; this saves the wait.
    await db.query(
      sql`update questions set lease_until = now() - interval '1 second' where done_at is null and lease_until is not null`,
    );
    await db.query(sql`update sandboxes set lease_until = null`);
    process.stdout.write(`\r${passed} of ${days} days, ${kills} kills`);
  }

  const asked = await db.query(sql`
    select (a.asked_at at time zone 'UTC')::date - w.first_day as day, p.place, count(*)::integer as count
    from answers a
    join prompts p on p.workspace_id = a.workspace_id and p.prompt_id = a.prompt_id
    join workspaces w on w.workspace_id = a.workspace_id
    where a.workspace_id = ${id}
    group by 1, 2`);
  const counts = new Map(asked.map(({ day, place, count }) => [`${day} ${place}`, count]));
  let wrong = 0;
  for (let day = 0; day < days; day++) {
    for (let place = 0; place < 5; place++) {
      // Twelve keywords on four platforms.
      if (counts.get(`${day} ${place}`) !== 48 * repetitionsOn(day % 7, place)) wrong++;
    }
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  process.stdout.write(
    `\n${total} answers, ${wrong} of ${days * 5} days and prompts with missing or duplicate answers.\n`,
  );
  await db.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = wrong === 0 ? 0 : 1;
}
