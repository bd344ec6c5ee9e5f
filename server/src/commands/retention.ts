import { bytesText } from '../base/bytes-text.ts';
import { keepIn } from '../config.ts';
import { estimateFreed } from '../store/retention/estimate.ts';
import { effectiveLimits, type LimitedWorkspace, type Limits, limitedWorkspaces } from '../store/retention/limits.ts';
import { removeOldData } from '../store/retention/sweep.ts';
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
  let removed: number | undefined;
  if (apply) {
    removed = 0;
    let finished: number;
    do {
      finished = await removeOldData({ db, databaseUrl, keep });
      removed += finished;
    } while (finished > 0);
  }
  return json ? JSON.stringify({ workspaces: rows.map(recordOf), removed }, null, 2) : textOf(rows, removed);
}

function recordOf({ workspace: { workspaceId, accountName, mode }, limits, freesBytes }: Row) {
  return { workspaceId, accountName, mode, ...limits, freesBytes };
}

function textOf(rows: Row[], removed: number | undefined): string {
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
  const outcome =
    removed === undefined
      ? `Removing what is older frees about ${bytesText(total)}. Workers do it in the background; --apply does it now.`
      : `Removed ${removed} months and deleted keywords. About ${bytesText(total)} are free.`;
  return [columns([['WORKSPACE', 'ID', 'REPLIES', 'TEXTS', 'FINDINGS', 'FREES'], ...lines]), '', outcome].join('\n');
}
