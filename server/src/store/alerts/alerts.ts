import { makeId } from '../../base/id.ts';
import { type AlertCondition, SCORE_CONDITIONS, type ScoreCondition } from '../../score/alert.ts';
import { type Db, empty, sql, type Transaction } from '../db.ts';
import { limitTo, type Page } from '../pages.ts';
import { lockWorkspace } from '../workspaces/workspaces.ts';

export interface AlertRule {
  alertId: string;
  name: string;
  /** Without `keywordId` and `tag`, the rule applies to every keyword. */
  keywordId: string | undefined;
  tag: string | undefined;
  /** Undefined: the overall score. */
  platform: string | undefined;
  /** With `overtaken`: this competitor. Undefined: any. */
  competitorId: string | undefined;
  condition: AlertCondition;
  threshold: number;
  onlySignificant: boolean;
  email: 'off' | 'each' | 'daily';
  /** Empty: the account's owner. */
  recipients: string[];
  status: 'active' | 'paused';
  /** Incremented when the rule starts to watch for something else. */
  revision: number;
  createdAt: Date;
}

/** A rule that is checked after each score. */
export type ScoreRule = AlertRule & { condition: ScoreCondition };

export function isOnScore<Rule extends Pick<AlertRule, 'condition'>>(
  rule: Rule,
): rule is Rule & { condition: ScoreCondition } {
  return (SCORE_CONDITIONS as readonly string[]).includes(rule.condition);
}

/** What a user can set. */
export type AlertInput = Omit<AlertRule, 'alertId' | 'createdAt' | 'revision'>;

/** The number of rules of a workspace. Locks the workspace, so that concurrent additions wait. */
export async function countAlerts(tx: Transaction, workspaceId: string): Promise<number> {
  await lockWorkspace(tx, workspaceId);
  return tx.number(
    sql`select count(*) as count
        from alerts
        where workspace_id = ${workspaceId}`,
  );
}

export async function insertAlert(
  tx: Transaction,
  workspaceId: string,
  { input, now }: { input: AlertInput; now: Date },
): Promise<AlertRule> {
  const [row] = await tx.records<AlertRule>(
    sql`insert into alerts (workspace_id, alert_id, name, keyword_id, tag, platform, competitor_id, condition, threshold,
                            only_significant, email, recipients, status, revision, created_at)
        values (${workspaceId}, ${makeId('alr')}, ${input.name}, ${input.keywordId}, ${input.tag}, ${input.platform}, ${input.competitorId},
                ${input.condition}, ${input.threshold}, ${input.onlySignificant}, ${input.email},
                ${input.recipients}, ${input.status}, 1, ${now})
        returning ${columns}`,
  );
  if (!row) throw new Error('the alert was not stored');
  return row;
}

export async function listAlerts(
  db: Db,
  workspaceId: string,
  page: Page,
): Promise<{ alerts: AlertRule[]; total: number }> {
  const [alerts, [count]] = await Promise.all([
    db.records<AlertRule>(
      sql`select ${columns}
          from alerts
          where workspace_id = ${workspaceId}
          order by created_at, alert_id
          ${limitTo(page)}`,
    ),
    db.query<{ total: number }>(sql`select count(*) as total from alerts where workspace_id = ${workspaceId}`),
  ]);
  return { alerts, total: count?.total ?? 0 };
}

/** One rule. `lock` holds it until the transaction ends: `change` blocks other changes, `share` blocks all changes. */
export function findAlert(
  db: Db | Transaction,
  workspaceId: string,
  { alertId, lock }: { alertId: string; lock?: 'change' | 'share' },
): Promise<AlertRule | undefined> {
  return db.record<AlertRule>(
    sql`select ${columns}
        from alerts
        where workspace_id = ${workspaceId}
          and alert_id = ${alertId}
        ${lock === 'change' ? sql`for no key update` : empty}
        ${lock === 'share' ? sql`for share` : empty}`,
  );
}

export async function saveAlert(tx: Transaction, workspaceId: string, rule: AlertRule): Promise<void> {
  await tx.query(
    sql`update alerts
        set name = ${rule.name},
            keyword_id = ${rule.keywordId},
            tag = ${rule.tag},
            platform = ${rule.platform},
            competitor_id = ${rule.competitorId},
            condition = ${rule.condition},
            threshold = ${rule.threshold},
            only_significant = ${rule.onlySignificant},
            email = ${rule.email},
            recipients = ${rule.recipients},
            status = ${rule.status},
            revision = ${rule.revision}
        where workspace_id = ${workspaceId}
          and alert_id = ${rule.alertId}`,
  );
}

export function deleteAlert(db: Db, workspaceId: string, alertId: string): Promise<boolean> {
  return db.returnsRows(
    sql`delete from alerts
        where workspace_id = ${workspaceId}
          and alert_id = ${alertId}
        returning alert_id`,
  );
}

/** The active rules, locked until the transaction ends: a rule is not changed or deleted while it is evaluated. */
export function activeAlerts(tx: Transaction, workspaceId: string): Promise<AlertRule[]> {
  return tx.records<AlertRule>(
    sql`select ${columns}
        from alerts
        where workspace_id = ${workspaceId}
          and status = 'active'
        order by alert_id
        for share`,
  );
}

/** The keywords of a rule, oldest first, and their total number. */
export function keywordsOfAlert(
  db: Db,
  workspaceId: string,
  {
    keywordId,
    tag,
    limit,
    after = '',
  }: { keywordId: string | undefined; tag: string | undefined; limit: number; after?: string },
): Promise<{ keywordId: string; keyword: string; reading: number; total: number }[]> {
  return db.records(
    sql`select keyword_id, keyword, reading, count(*) over () as total
        from keywords
        where workspace_id = ${workspaceId}
          and keyword_id > ${after}
          ${keywordId === undefined ? empty : sql`and keyword_id = ${keywordId}`}
          ${tag === undefined ? empty : sql`and tags @> ${[tag]}`}
        order by keyword_id
        limit ${limit}`,
  );
}

const columns = sql`alert_id, name, keyword_id, tag, platform, competitor_id, condition, threshold, only_significant, email, recipients,
  status, revision, created_at`;
