import { type ArchivedMonth, archiveMonth } from '../archive/archive-month.ts';
import { listManifests, type Manifest } from '../archive/manifest.ts';
import { openStorage } from '../archive/open-storage.ts';
import { restoreMonth } from '../archive/restore-month.ts';
import { bytesText } from '../base/bytes-text.ts';
import { SetupError } from '../base/errors.ts';
import { addMonths, dayOf, monthAfter } from '../base/time.ts';
import { s3In } from '../config.ts';
import { firstMonth } from '../store/answers/answer-texts.ts';
import type { Db } from '../store/db.ts';
import { type LimitedWorkspace, limitedWorkspaces } from '../store/retention/limits.ts';
import { withRetentionLock } from '../store/retention/lock.ts';
import { returnSpace } from '../store/retention/return-space.ts';
import { columns } from './columns.ts';
import type { Call } from './command.ts';
import type { Service } from './open.ts';

interface ArchiveOptions {
  to: string | undefined;
  'older-than': string | undefined;
  workspace: string[];
  keep: boolean;
}

export async function run({ db, databaseUrl }: Service, { config, options }: Call<ArchiveOptions>): Promise<string> {
  const storage = openStorage(options.to, '--to', s3In(config));
  const months = monthsOf(options['older-than']);
  const chosen = await chooseWorkspaces(db, options.workspace);
  const total: ArchivedMonth = { written: 0, removed: 0, bytes: 0, ndjsonBytes: 0 };
  await withRetentionLock(databaseUrl, async () => {
    for (const workspace of chosen) {
      for (const month of await oldMonths(db, workspace, months)) {
        const done = await archiveMonth(db, storage, { ...workspace, month, keep: options.keep });
        for (const key of Object.keys(total) as (keyof ArchivedMonth)[]) total[key] += done[key];
        if (done.written + done.removed > 0)
          process.stdout.write(`${workspace.workspaceId} ${month}: ${textOf(done)}\n`);
      }
    }
    if (total.removed > 0) await returnSpace(db, { databaseUrl, copyMs: undefined });
  });
  if (total.written + total.removed === 0) return `Nothing to archive: ${storage.url} is up to date.`;
  const ratio = total.bytes === 0 ? '' : ` (${(total.ndjsonBytes / total.bytes).toFixed(1)} times smaller than NDJSON)`;
  return `${storage.url}: ${textOf(total)}${ratio}.`;
}

function textOf({ written, removed, bytes }: ArchivedMonth): string {
  return `${written} answers written, ${bytesText(bytes)}; texts of ${removed} answers removed from the database`;
}

/** The months that end at least so many months ago, oldest first: removed months must be the oldest ones. */
async function oldMonths(db: Db, { workspaceId, now }: LimitedWorkspace, age: number): Promise<string[]> {
  const until = addMonths(dayOf(now).slice(0, 7), -age);
  const months: string[] = [];
  for (let month = (await firstMonth(db, workspaceId)) ?? until; month < until; month = monthAfter(month)) {
    months.push(month);
  }
  return months;
}

/** Needs no database. */
export async function list({
  config,
  options,
}: Call<{ from: string | undefined; workspace: string[]; json: boolean }>): Promise<string> {
  const storage = openStorage(options.from, '--from', s3In(config));
  const manifests = await listManifests(storage, options.workspace);
  const months = manifests.map((manifest) => ({
    workspace_id: manifest.workspace_id,
    account: manifest.account,
    mode: manifest.mode,
    month: manifest.month,
    answers: sumOf(manifest, 'answers'),
    bytes: sumOf(manifest, 'bytes'),
    parts: manifest.parts.length,
  }));
  if (options.json) return JSON.stringify(months, null, 2);
  if (months.length === 0) return `${storage.url} contains no archived months.`;
  const rows = months.map((one) => Object.values({ ...one, bytes: bytesText(one.bytes) }).map(String));
  return columns([['WORKSPACE', 'ACCOUNT', 'MODE', 'MONTH', 'ANSWERS', 'SIZE', 'PARTS'], ...rows]);
}

export async function restore(
  { db, databaseUrl }: Service,
  { config, options }: Call<{ from: string | undefined; month: string | undefined; workspace: string[] }>,
): Promise<string> {
  const storage = openStorage(options.from, '--from', s3In(config));
  const { month } = options;
  if (!month || !/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) {
    throw new SetupError(`--month must be a month such as 2025-08, not "${month ?? ''}".`);
  }
  const known = new Set((await chooseWorkspaces(db, options.workspace)).map(({ workspaceId }) => workspaceId));
  const manifests = (await listManifests(storage, options.workspace)).filter((one) => one.month === month);
  if (manifests.length === 0) {
    throw new SetupError(`${storage.url} has no archive of ${month}. See npx visibility archive list --from URL`);
  }
  const foreign = manifests.find(({ workspace_id }) => !known.has(workspace_id));
  if (foreign) {
    throw new SetupError(
      `${storage.url} is from another installation: this database has no workspace ${foreign.workspace_id} (${foreign.account}). Nothing was restored. Choose a workspace of this database with --workspace, or restore a backup of that installation first.`,
    );
  }
  const lines = await withRetentionLock(databaseUrl, async () => {
    const done: string[] = [];
    for (const manifest of manifests) {
      const { archived, restored, missing } = await restoreMonth(db, storage, manifest);
      const rest =
        missing === 0 ? '' : ` ${missing} valid answers have no text in the archive: the month stays marked.`;
      done.push(`${manifest.workspace_id} ${month}: ${restored} of ${archived} archived answers restored.${rest}`);
    }
    return done;
  });
  return [...lines, 'Check them with npx visibility verify.'].join('\n');
}

function monthsOf(text: string | undefined): number {
  const months = Number(/^(\d{1,3})m$/.exec(text ?? '')?.[1] ?? 0);
  if (months >= 1) return months;
  throw new SetupError(`--older-than must be a number of months such as 13m, at least 1m, not "${text ?? ''}".`);
}

async function chooseWorkspaces(db: Db, ids: string[]): Promise<LimitedWorkspace[]> {
  const all = await limitedWorkspaces(db);
  const unknown = ids.find((id) => !all.some(({ workspaceId }) => workspaceId === id));
  if (unknown !== undefined) throw new SetupError(`Workspace ${unknown} not found in this database.`);
  return ids.length === 0 ? all : all.filter(({ workspaceId }) => ids.includes(workspaceId));
}

function sumOf({ parts }: Manifest, field: 'answers' | 'bytes'): number {
  return parts.reduce((sum, part) => sum + part[field], 0);
}
