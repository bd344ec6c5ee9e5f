import { requireRole } from '../access/roles.ts';
import { type Actor, type Changes, writeAudit } from '../store/accounts/audit.ts';
import { creatorRole } from '../store/accounts/creators.ts';
import type { Db } from '../store/db.ts';
import { estimateFreed } from '../store/retention/estimate.ts';
import {
  effectiveLimits,
  type LimitedWorkspace,
  type Limits,
  limitedWorkspaces,
  setLimits,
} from '../store/retention/limits.ts';
import { completeSince } from '../store/retention/removed-months.ts';
import { lockWorkspace } from '../store/workspaces/workspaces.ts';

export interface Retention {
  own: Limits;
  effective: Limits;
  /** About how many bytes are freed when what is too old is removed. */
  freesBytes: number;
  /** Answers before these days no longer have them. */
  removedBefore: { raw: string | undefined; texts: string | undefined; findings: string | undefined };
}

/** The limits of a workspace, or what others would be. */
export async function readRetention(
  db: Db,
  workspaceId: string,
  { installation, others = {} }: { installation: Limits; others?: Partial<Limits> },
): Promise<Retention> {
  const [found] = await limitedWorkspaces(db, workspaceId);
  if (!found) throw new Error(`no workspace ${workspaceId}`);
  const workspace = { ...found, ...others };
  const [raw, texts, findings] = await Promise.all([
    completeSince(db, workspaceId, 'raw'),
    completeSince(db, workspaceId, 'texts'),
    completeSince(db, workspaceId, 'findings'),
  ]);
  return {
    own: limitsOf(workspace),
    effective: effectiveLimits(installation, workspace),
    freesBytes: await estimateFreed(db, workspace, installation),
    removedBefore: { raw, texts, findings },
  };
}

/**
 * Changes the limits of a workspace. Only owners and keys they created may: what is removed cannot be restored.
 * Undefined leaves a limit as it is, null removes it.
 */
export async function changeRetention(
  db: Db,
  workspaceId: string,
  { change, by }: { change: { [Limit in keyof Limits]?: number | null | undefined }; by: Actor },
): Promise<void> {
  requireRole(by.member ?? (await creatorRole(db, by.name)), 'owner');
  const given = Object.entries(change).filter(([, days]) => days !== undefined);
  await db.transaction(async (tx) => {
    const { accountId, mode } = await lockWorkspace(tx, workspaceId);
    // After the lock, so that two changes of different limits both stay.
    const [before] = await limitedWorkspaces(tx, workspaceId);
    if (!before) throw new Error(`no workspace ${workspaceId}`);
    const after = {
      ...limitsOf(before),
      ...Object.fromEntries(given.map(([limit, days]) => [limit, days ?? undefined])),
    };
    await setLimits(tx, workspaceId, after);
    const subject = { id: workspaceId, name: `${mode} workspace` };
    const changes = changesOf(limitsOf(before), after);
    if (changes) await writeAudit(tx, { accountId, by, action: 'retention.changed', subject, changes });
  });
}

function limitsOf({ rawDays, textDays, findingsDays }: Limits | LimitedWorkspace): Limits {
  return { rawDays, textDays, findingsDays };
}

function changesOf(before: Limits, after: Limits): Changes | undefined {
  const names = { rawDays: 'raw_days', textDays: 'text_days', findingsDays: 'findings_days' } as const;
  const changed = (Object.keys(names) as (keyof Limits)[]).filter((limit) => before[limit] !== after[limit]);
  if (changed.length === 0) return undefined;
  return Object.fromEntries(
    changed.map((limit) => [names[limit], { from: before[limit] ?? null, to: after[limit] ?? null }]),
  );
}
