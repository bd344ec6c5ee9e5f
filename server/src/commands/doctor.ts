import { SetupError } from '../base/errors.ts';
import type { Config } from '../config.ts';
import { pendingMigrations, strangeMigrations } from '../store/system/migrate.ts';
import type { Call } from './command.ts';
import { clock, cluster, databaseVersion, encryption, filters, replica } from './doctor-database.ts';
import { dataFolder, disk, listening, nodeVersion, runningServer, secretsKeyFile } from './doctor-machine.ts';
import { identityProvider } from './doctor-sign-in.ts';
import { examineWork } from './doctor-work.ts';
import type { Finding } from './finding.ts';
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
  const findings = [nodeVersion(), dataFolder(config), disk(config), encryption(config)];
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
    if (!(error instanceof SetupError)) throw error;
    findings.push({ check: 'database', state: 'fail', message: error.message }, secretsKeyFile(config));
  }
  findings.push(listening(config), await runningServer(config, dataDir), await identityProvider(config));
  return findings.filter((found) => found !== undefined);
}

async function examineService(config: Config, service: Service): Promise<(Finding | undefined)[]> {
  const { db, dataDir } = service;
  const found = [await databaseVersion(config, db, dataDir), await clock(db), secretsKeyFile(config, dataDir)];
  const pending = await pendingMigrations(db);
  if (pending.length > 0) {
    const message = `missing: ${pending.join(', ')}. Run: npx visibility migrate`;
    return [...found, { check: 'migrations', state: 'fail', message }];
  }
  const strange = await strangeMigrations(db);
  if (strange.length > 0) {
    const message = `the database was created by another version (${strange.join(', ')}). Use that version or a newer one.`;
    return [...found, { check: 'migrations', state: 'fail', message }];
  }
  return [
    ...found,
    { check: 'migrations', state: 'ok', message: 'up to date' },
    await filters(db),
    await replica(config, db),
    await cluster(db),
    ...(await examineWork(config, service)),
    await examineMail(config, db),
  ];
}
