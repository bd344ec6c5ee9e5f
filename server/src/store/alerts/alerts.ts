import type { Alert, AlertSettings } from '@visibility/sdk';
import { makeId } from '../../base/id.ts';
import { isoSeconds } from '../../base/time.ts';
import { type Db, empty, sql, type Transaction } from '../db.ts';
import { limitTo, type Page } from '../pages.ts';
import { lockWorkspace } from '../workspaces/workspaces.ts';

/** A rule with everything it goes by. */
export interface AlertRule extends Alert, AlertSettings {
  /** Counted up when it begins to watch for something else. */
  revision: number;
}

/** What a user can set. */
export type AlertInput = Omit<AlertRule, 'alert_id' | 'created_at' | 'revision'>;

/** How many rules a workspace has; others that add one at the same time wait for the answer. */
export async function countAlerts(tx: Transaction, workspaceId: string): Promise<number> {
  await lockWorkspace(tx, workspaceId);
  const [row] = await tx.query<{ count: number }>(
    sql`select count(*) as count
        from alerts
        where workspace_id = ${workspaceId}`,
  );
  return row?.count ?? 0;
}

export async function insertAlert(
  tx: Transaction,
  workspaceId: string,
  { input, now }: { input: AlertInput; now: Date },
): Promise<AlertRule> {
  const [row] = await tx.query<AlertRow>(
    sql`insert into alerts (workspace_id, alert_id, name, keyword_id, tag, platform, condition, threshold,
                            only_significant, email, recipients, status, revision, created_at)
        values (${workspaceId}, ${makeId('alr')}, ${input.name}, ${input.keyword_id}, ${input.tag}, ${input.platform},
                ${input.condition}, ${input.threshold}, ${input.only_significant}, ${input.email},
                ${input.recipients}, ${input.status}, 1, ${now})
        returning ${columns}`,
  );
  if (!row) throw new Error('the alert was not stored');
  return toRule(row);
}

export async function listAlerts(
  db: Db,
  workspaceId: string,
  page: Page,
): Promise<{ alerts: AlertRule[]; total: number }> {
  const [rows, [count]] = await Promise.all([
    db.query<AlertRow>(
      sql`select ${columns}
          from alerts
          where workspace_id = ${workspaceId}
          order by created_at, alert_id
          ${limitTo(page)}`,
    ),
    db.query<{ total: number }>(sql`select count(*) as total from alerts where workspace_id = ${workspaceId}`),
  ]);
  return { alerts: rows.map(toRule), total: count?.total ?? 0 };
}

/** One rule. `lock` holds it until the transaction ends: to be changed by nobody else, or by nobody at all. */
export async function findAlert(
  db: Db | Transaction,
  workspaceId: string,
  { alertId, lock }: { alertId: string; lock?: 'change' | 'share' },
): Promise<AlertRule | undefined> {
  const [row] = await db.query<AlertRow>(
    sql`select ${columns}
        from alerts
        where workspace_id = ${workspaceId}
          and alert_id = ${alertId}
        ${lock === 'change' ? sql`for no key update` : empty}
        ${lock === 'share' ? sql`for share` : empty}`,
  );
  return row && toRule(row);
}

/** Stores a changed rule; one with another revision forgets what it has seen. */
export async function saveAlert(tx: Transaction, workspaceId: string, rule: AlertRule): Promise<void> {
  await tx.query(
    sql`update alerts
        set name = ${rule.name},
            keyword_id = ${rule.keyword_id},
            tag = ${rule.tag},
            platform = ${rule.platform},
            condition = ${rule.condition},
            threshold = ${rule.threshold},
            only_significant = ${rule.only_significant},
            email = ${rule.email},
            recipients = ${rule.recipients},
            status = ${rule.status},
            revision = ${rule.revision}
        where workspace_id = ${workspaceId}
          and alert_id = ${rule.alert_id}`,
  );
}

export async function deleteAlert(db: Db, workspaceId: string, alertId: string): Promise<boolean> {
  const rows = await db.query(
    sql`delete from alerts
        where workspace_id = ${workspaceId}
          and alert_id = ${alertId}
        returning alert_id`,
  );
  return rows.length > 0;
}

/** The rules in force, held until the transaction ends, so that one changed or deleted meanwhile waits for its look. */
export async function activeAlerts(tx: Transaction, workspaceId: string): Promise<AlertRule[]> {
  const rows = await tx.query<AlertRow>(
    sql`select ${columns}
        from alerts
        where workspace_id = ${workspaceId}
          and status = 'active'
        order by alert_id
        for share`,
  );
  return rows.map(toRule);
}

/** The keywords a rule is about, the oldest first, and how many there are in all. */
export function keywordsOfAlert(
  db: Db,
  workspaceId: string,
  {
    keywordId,
    tag,
    limit,
    after = '',
  }: { keywordId: string | null; tag: string | null; limit: number; after?: string },
): Promise<{ keywordId: string; keyword: string; reading: number; total: number }[]> {
  return db.records(
    sql`select keyword_id, keyword, reading, count(*) over () as total
        from keywords
        where workspace_id = ${workspaceId}
          and keyword_id > ${after}
          ${keywordId === null ? empty : sql`and keyword_id = ${keywordId}`}
          ${tag === null ? empty : sql`and tags @> ${[tag]}`}
        order by keyword_id
        limit ${limit}`,
  );
}

const columns = sql`alert_id, name, keyword_id, tag, platform, condition, threshold, only_significant, email, recipients,
  status, revision, created_at`;

interface AlertRow extends Omit<AlertRule, 'created_at'> {
  created_at: Date;
}

function toRule({ created_at, ...row }: AlertRow): AlertRule {
  return { ...row, created_at: isoSeconds(created_at) };
}
