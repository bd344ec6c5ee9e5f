import type { AlertState } from '../../score/alert.ts';
import { type Db, sql, type Transaction } from '../db.ts';

/** The state of a rule for a keyword. */
export interface StoredAlertState extends AlertState {
  alertId: string;
  keywordId: string;
}

/** The states of these rules for these keywords, by `stateName`. */
export async function alertStates(
  tx: Transaction,
  workspaceId: string,
  { alertIds, keywordIds }: { alertIds: string[]; keywordIds: string[] },
): Promise<Map<string, AlertState>> {
  const rows = await tx.records<AlertState & { alertId: string; keywordId: string }>(
    sql`select alert_id, keyword_id, is_crossed, fired_day
        from alert_states
        where workspace_id = ${workspaceId}
          and keyword_id = any(${keywordIds})
          and alert_id = any(${alertIds})`,
  );
  return new Map(rows.map(({ alertId, keywordId, ...state }) => [stateName(alertId, keywordId), state]));
}

export function stateName(alertId: string, keywordId: string): string {
  return `${alertId} ${keywordId}`;
}

/** All writers lock rows in the same order, so that they never deadlock. */
export async function saveAlertStates(tx: Transaction, workspaceId: string, states: StoredAlertState[]): Promise<void> {
  if (states.length === 0) return;
  await tx.query(
    sql`insert into alert_states (workspace_id, keyword_id, alert_id, is_crossed, fired_day)
        select ${workspaceId}, s.*
        from unnest(${states.map(({ keywordId }) => keywordId)}::text[], ${states.map(({ alertId }) => alertId)}::text[],
                    ${states.map(({ isCrossed }) => isCrossed)}::boolean[],
                    ${states.map(({ firedDay }) => firedDay ?? null)}::date[])
             as s (keyword_id, alert_id, is_crossed, fired_day)
        order by s.keyword_id, s.alert_id
        on conflict (workspace_id, keyword_id, alert_id) do update
        set is_crossed = excluded.is_crossed,
            fired_day = excluded.fired_day`,
  );
}

export async function forgetAlertStates(tx: Transaction, workspaceId: string, alertId: string): Promise<void> {
  await tx.query(
    sql`delete from alert_states
        where workspace_id = ${workspaceId}
          and alert_id = ${alertId}`,
  );
}

/** A firing that is queued for the daily email. */
export interface DigestEntry {
  fact: string;
  day: string;
  recipients: string[];
  alertName: string;
  reason: string;
}

export async function insertDigestEntries(tx: Transaction, workspaceId: string, entries: DigestEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx.query(
    sql`insert into digest_entries (workspace_id, fact, day, recipients, alert_name, reason)
        select ${workspaceId}, e.fact, e.day, array(select jsonb_array_elements_text(e.recipients)), e."alertName", e.reason
        from json_to_recordset(${JSON.stringify(entries)}) as e (
          fact text, day date, recipients jsonb, "alertName" text, reason text)
        order by e.fact
        on conflict do nothing`,
  );
}

/** Workspaces with queued firings of a day that has ended. */
export async function workspacesWithDigests(db: Db): Promise<string[]> {
  const rows = await db.records<{ workspaceId: string }>(
    sql`select distinct e.workspace_id
        from digest_entries e
        join workspaces w using (workspace_id)
        where e.day < ((now() + w.clock_ahead) at time zone 'UTC')::date
        limit 100`,
  );
  return rows.map((row) => row.workspaceId);
}

/** Removes the firings of earlier days from the queue and returns them. A concurrent caller gets none. */
export function takeDigestEntries(tx: Transaction, workspaceId: string, before: string): Promise<DigestEntry[]> {
  return tx.records<DigestEntry>(
    sql`with taken as (
          delete from digest_entries
          where workspace_id = ${workspaceId}
            and day < ${before}
          returning *
        )
        select fact, day, recipients, alert_name, reason
        from taken
        order by day, alert_name, fact`,
  );
}
