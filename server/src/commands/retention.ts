import { bytesText } from '../base/bytes-text.ts';
import { keepIn } from '../config.ts';
import { estimateFreed } from '../store/retention/estimate.ts';
import { effectiveLimits, type LimitedWorkspace, type Limits, limitedWorkspaces } from '../store/retention/limits.ts';
import { type RetentionDeps, removeOldData } from '../store/retention/sweep.ts';
import { makeSums } from '../store/sums/make.ts';
import { databaseBytes } from '../store/system/diagnosis.ts';
import { columns } from './columns.ts';
import type { Call } from './command.ts';
import type { Service } from './open.ts';

interface Row {
  workspace: LimitedWorkspace;
  limits: Limits;
  freesBytes: number;
}

export async function run(
  { db, databaseUrl }: Service,
  { config, options: { apply, json } }: Call<{ apply: boolean; json: boolean }>,
): Promise<string> {
  const keep = keepIn(config);
  const rows: Row[] = [];
  for (const workspace of await limitedWorkspaces(db)) {
    const freesBytes = await estimateFreed(db, workspace, keep);
    rows.push({ workspace, limits: effectiveLimits(keep, workspace), freesBytes });
  }
  const applied = apply ? await applyNow({ db, databaseUrl, keep }) : undefined;
  return json ? JSON.stringify({ workspaces: rows.map(recordOf), ...applied }, null, 2) : textOf(rows, applied);
}

interface Applied {
  /** Months of workspaces, and deleted keywords. */
  removed: number;
  freedBytes: number;
}

async function applyNow(deps: RetentionDeps): Promise<Applied> {
  const before = await databaseBytes(deps.db);
  await makeSums(deps.db, new AbortController().signal);
  let removed = 0;
  let finished: number;
  do {
    finished = await removeOldData(deps);
    removed += finished;
  } while (finished > 0);
  return { removed, freedBytes: before - (await databaseBytes(deps.db)) };
}

function recordOf({ workspace: { workspaceId, accountName, mode }, limits, freesBytes }: Row) {
  return { workspaceId, accountName, mode, ...limits, freesBytes };
}

function textOf(rows: Row[], applied: Applied | undefined): string {
  const daysText = (days: number | undefined) => (days === undefined ? 'forever' : `${days} days`);
  const lines = rows.map(({ workspace: { accountName, mode, workspaceId }, limits, freesBytes }) => [
    `${accountName} (${mode})`,
    workspaceId,
    daysText(limits.rawDays),
    daysText(limits.textDays),
    daysText(limits.findingsDays),
    bytesText(freesBytes),
  ]);
  const total = rows.reduce((sum, { freesBytes }) => sum + freesBytes, 0);
  const outcome = applied
    ? `Removed ${applied.removed} months and deleted keywords. The database is ${bytesText(Math.max(0, applied.freedBytes))} smaller.`
    : `Removing what is older frees about ${bytesText(total)}. Workers do it in the background; --apply does it now.`;
  return [columns([['WORKSPACE', 'ID', 'REPLIES', 'TEXTS', 'FINDINGS', 'FREES'], ...lines]), '', outcome].join('\n');
}
