import { addDays, dayOf } from '../../base/time.ts';
import type { Mode } from '../accounts/accounts.ts';
import { type Db, sql, type Transaction } from '../db.ts';

/** How many days are kept. Undefined: forever. */
export interface Limits {
  rawDays: number | undefined;
  textDays: number | undefined;
  findingsDays: number | undefined;
}

/** What is removed of a month. Each level includes those before it. */
export type Level = 'raw' | 'texts' | 'findings';
export const LEVELS: Level[] = ['raw', 'texts', 'findings'];

export const KEEP_ALL: Limits = { rawDays: undefined, textDays: undefined, findingsDays: undefined };

/** The shorter of both limits applies. Texts are not kept longer than their findings, nor replies than their texts. */
export function effectiveLimits(installation: Limits, own: Limits): Limits {
  const findingsDays = shorter(installation.findingsDays, own.findingsDays);
  const textDays = shorter(installation.textDays, own.textDays, findingsDays);
  return { rawDays: shorter(installation.rawDays, own.rawDays, textDays), textDays, findingsDays };
}

function shorter(...days: (number | undefined)[]): number | undefined {
  const given = days.filter((one) => one !== undefined);
  return given.length === 0 ? undefined : Math.min(...given);
}

/** The first month of which each level is kept, as `2025-08-01`. Months are removed when they are entirely too old. */
export function keptFrom(limits: Limits, now: Date): Record<Level, string | undefined> {
  const monthOf = (days: number | undefined) =>
    days === undefined ? undefined : `${addDays(dayOf(now), -days).slice(0, 7)}-01`;
  return { raw: monthOf(limits.rawDays), texts: monthOf(limits.textDays), findings: monthOf(limits.findingsDays) };
}

/** A workspace, its time and its own limits. */
export interface LimitedWorkspace extends Limits {
  workspaceId: string;
  accountName: string;
  mode: Mode;
  now: Date;
}

export function limitedWorkspaces(db: Db | Transaction, workspaceId?: string): Promise<LimitedWorkspace[]> {
  return db.records<LimitedWorkspace>(
    sql`select w.workspace_id, a.name as account_name, w.mode, now() + w.clock_ahead as now, w.keep_raw_days as raw_days,
               w.keep_text_days as text_days, w.keep_findings_days as findings_days
        from workspaces w
        join accounts a using (account_id)
        where w.workspace_id = coalesce(${workspaceId ?? null}, w.workspace_id)
        order by a.created_at, w.mode, w.workspace_id`,
  );
}

export async function setLimits(
  tx: Transaction,
  workspaceId: string,
  { rawDays, textDays, findingsDays }: Limits,
): Promise<void> {
  await tx.query(
    sql`update workspaces
        set keep_raw_days = ${rawDays ?? null},
            keep_text_days = ${textDays ?? null},
            keep_findings_days = ${findingsDays ?? null}
        where workspace_id = ${workspaceId}`,
  );
}
