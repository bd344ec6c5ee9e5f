import type { Config } from '../config.ts';
import type { Db } from '../store/db.ts';
import { databaseProblem } from '../store/system/database-problem.ts';
import { pendingMigrations, strangeMigrations } from '../store/system/migrate.ts';
import { proveWrite } from '../store/system/prove-write.ts';
import type { Call } from './command.ts';
import { clock, cluster, databaseVersion, encryption, filters, replica } from './doctor-database.ts';
import { dataFolder, disk, listening, nodeVersion, runningServer, secretsKeyFile } from './doctor-machine.ts';
import { identityProvider } from './doctor-sign-in.ts';
import { workChecks } from './doctor-work.ts';
import type { Check, Finding, Found } from './finding.ts';
import { examineMail, sendTestEmail } from './mail.ts';
import { openService, type Service } from './open.ts';

/** Exits with 1 if a check fails. */
export async function run({
  config,
  options: { json, mail },
}: Call<{ json: boolean; mail: string | undefined }>): Promise<string> {
  const findings = await examine(config);
  if (mail !== undefined) findings.push(await sendTestEmail(config, mail));
  const marks = { ok: '✓', warn: '·', fail: '✗' };
  const lines = findings.map(({ check, state, message }) => `${marks[state]} ${check.padEnd(12)} ${message}`);
  if (findings.some(({ state }) => state === 'fail')) process.exitCode = 1;
  return json ? JSON.stringify(findings, null, 2) : lines.join('\n');
}

/** Lists what is configured, what is wrong, and how to fix it. */
export async function examine(config: Config): Promise<Finding[]> {
  // These run before the database is opened: if a full disk keeps PostgreSQL from starting, the report must show it.
  const findings: Found[] = [nodeVersion(), dataFolder(config), disk(config), encryption(config)];
  let dataDir: string | undefined;
  try {
    const service = await openService(config, { shouldMigrate: false });
    dataDir = service.dataDir;
    try {
      findings.push(...(await examineService(config, service)));
    } finally {
      await service.close();
    }
  } catch (error) {
    findings.push(failure(error), secretsKeyFile(config));
  }
  findings.push(listening(config), await runningServer(config, dataDir), await identityProvider(config));
  return findings.filter((found) => found !== undefined);
}

async function examineService(config: Config, service: Service): Promise<Found[]> {
  const { db, dataDir } = service;
  const found: Found[] = [];
  await examineEach(found, [
    () => databaseVersion(config, db, dataDir),
    () => proveWrite(db).then(() => []),
    () => clock(db),
    () => secretsKeyFile(config, dataDir),
    () => migrations(db),
  ]);
  // The others need all tables.
  if (!found.some((one) => one?.check === 'migrations' && one.state === 'ok')) return found;
  const work = [() => filters(db), () => replica(config, db), () => cluster(db), ...workChecks(config, service)];
  await examineEach(found, [...work, () => examineMail(config, db)]);
  return found;
}

/** A check that ends with an error is a finding too, and the others are still made. Each error is listed once. */
async function examineEach(found: Found[], checks: Check[]): Promise<void> {
  for (const check of checks) {
    try {
      found.push(...[await check()].flat());
    } catch (error) {
      const one = failure(error);
      if (!found.some((other) => other?.message === one.message)) found.push(one);
    }
  }
}

function failure(error: unknown): Finding {
  const message = databaseProblem(error)?.message ?? `a check failed: ${(error as Error).message}. Please report it.`;
  return { check: 'database', state: 'fail', message };
}

async function migrations(db: Db): Promise<Finding> {
  const pending = await pendingMigrations(db);
  if (pending.length > 0) {
    const message = `missing: ${pending.join(', ')}. Run: npx visibility migrate`;
    return { check: 'migrations', state: 'fail', message };
  }
  const strange = await strangeMigrations(db);
  if (strange.length === 0) return { check: 'migrations', state: 'ok', message: 'up to date' };
  const message = `the database was created by another version (${strange.join(', ')}). Use that version or a newer one.`;
  return { check: 'migrations', state: 'fail', message };
}
