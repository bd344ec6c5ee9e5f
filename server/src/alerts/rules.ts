import { ApiError } from '../base/errors.ts';
import { invalid } from '../base/problems.ts';
import {
  type AlertInput,
  type AlertRule,
  countAlerts,
  findAlert,
  insertAlert,
  isOnScore,
  keywordsOfAlert,
  type ScoreRule,
  saveAlert,
} from '../store/alerts/alerts.ts';
import { forgetAlertStates } from '../store/alerts/states.ts';
import { scoreKeywords } from '../store/counts/score-keywords.ts';
import { lockKeywords } from '../store/counts/visibility.ts';
import type { Db, Transaction } from '../store/db.ts';
import { loadReading } from '../store/workspaces/readings.ts';
import { findWorkspace, type Workspace } from '../store/workspaces/workspaces.ts';
import { lookAt } from './check.ts';

const MOST_ALERTS = 100;
const BATCH = 500;
/** Bounds the work of creating a rule. The state of further keywords is recorded when they are next scored. */
const MOST_RECORDED = 5_000;

/** Adds a rule and records the current state of its keywords: one already past the threshold does not fire. */
export async function createAlert(db: Db, workspace: Workspace, input: AlertInput): Promise<AlertRule> {
  const { workspaceId, now } = workspace;
  const rule = await db.transaction(async (tx) => {
    if ((await countAlerts(tx, workspaceId)) >= MOST_ALERTS) {
      throw new ApiError(409, `Alert limit of ${MOST_ALERTS} reached`);
    }
    await checkKeyword(tx, workspaceId, input.keywordId);
    await checkCompetitor(tx, workspaceId, input.competitorId);
    return insertAlert(tx, workspaceId, { input, now });
  });
  await recordState(db, workspaceId, rule);
  return rule;
}

/**
 * Changes a rule; undefined when it does not exist. A rule that now watches for something else, or resumes after a
 * pause, records the current state like a new one. `check` may reject the changed rule.
 */
export async function changeAlert(
  db: Db,
  workspaceId: string,
  { alertId, changes, check }: { alertId: string; changes: Partial<AlertInput>; check: (rule: AlertInput) => void },
): Promise<AlertRule | undefined> {
  const changed = await db.transaction(async (tx) => {
    const old = await findAlert(tx, workspaceId, { alertId, lock: 'change' });
    if (!old) return undefined;
    const rule: AlertRule = { ...old, ...changes };
    check(rule);
    if (rule.keywordId !== old.keywordId) await checkKeyword(tx, workspaceId, rule.keywordId);
    if (rule.competitorId !== old.competitorId) await checkCompetitor(tx, workspaceId, rule.competitorId);
    const isRestarted = restarts(old, rule);
    if (isRestarted) {
      rule.revision++;
      await forgetAlertStates(tx, workspaceId, alertId);
    }
    await saveAlert(tx, workspaceId, rule);
    return { rule, isRestarted };
  });
  if (changed?.isRestarted) await recordState(db, workspaceId, changed.rule);
  return changed?.rule;
}

/** For a keyword that does not exist, and for one of another account. */
export function unknownKeyword(): ApiError {
  return invalid([{ path: ['keyword_id'], message: 'no such keyword' }]);
}

async function checkKeyword(tx: Transaction, workspaceId: string, keywordId: string | undefined): Promise<void> {
  if (keywordId === undefined) return;
  // Locked, so that it cannot be deleted before the rule refers to it.
  const [keyword] = await lockKeywords(tx, workspaceId, [keywordId]);
  if (!keyword) throw unknownKeyword();
}

export async function checkCompetitor(
  db: Db | Transaction,
  workspaceId: string,
  competitorId: string | undefined,
): Promise<void> {
  if (competitorId === undefined) return;
  const workspace = await findWorkspace(db, workspaceId);
  const subject = workspace && (await loadReading(db, workspaceId, workspace.reading));
  const isKnown = subject?.competitors.some(({ id }) => id === competitorId) ?? false;
  if (!isKnown) throw invalid([{ path: ['competitor_id'], message: 'no such competitor' }]);
}

const WATCHED = [
  'keywordId',
  'tag',
  'platform',
  'competitorId',
  'condition',
  'threshold',
  'onlySignificant',
  'status',
] as const;

function restarts(old: AlertRule, rule: AlertRule): boolean {
  return rule.status === 'active' && WATCHED.some((field) => old[field] !== rule[field]);
}

/** Records the current state of a rule's keywords, without firing. */
async function recordState(db: Db, workspaceId: string, rule: AlertRule): Promise<void> {
  if (rule.status !== 'active' || !isOnScore(rule)) return;
  let after = '';
  for (let recorded = 0; recorded < MOST_RECORDED; recorded += BATCH) {
    const scope = { keywordId: rule.keywordId, tag: rule.tag };
    const keywords = await keywordsOfAlert(db, workspaceId, { ...scope, after, limit: BATCH });
    after = keywords.at(-1)?.keywordId ?? '';
    if (keywords.length > 0)
      await recordBatch(db, workspaceId, { rule, keywordIds: keywords.map((one) => one.keywordId) });
    if (keywords.length < BATCH) return;
  }
}

function recordBatch(
  db: Db,
  workspaceId: string,
  { rule, keywordIds }: { rule: ScoreRule; keywordIds: string[] },
): Promise<void> {
  return db.transaction(async (tx) => {
    const keywords = await lockKeywords(tx, workspaceId, keywordIds);
    const current = await findAlert(tx, workspaceId, { alertId: rule.alertId, lock: 'share' });
    if (current?.revision !== rule.revision) return;
    const workspace = await findWorkspace(tx, workspaceId);
    if (!workspace) return;
    const rescored = await scoreKeywords(tx, workspace, keywords);
    await lookAt(tx, workspaceId, { rules: [rule], rescored, mayFire: () => false });
  });
}
