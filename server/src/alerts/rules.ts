import { ApiError } from '../base/errors.ts';
import { invalid } from '../base/problems.ts';
import {
  type AlertInput,
  type AlertRule,
  countAlerts,
  findAlert,
  insertAlert,
  keywordsOfAlert,
  saveAlert,
} from '../store/alerts/alerts.ts';
import { forgetAlertStates } from '../store/alerts/states.ts';
import { scoreKeywords } from '../store/counts/score-keywords.ts';
import { lockKeywords } from '../store/counts/visibility.ts';
import type { Db, Transaction } from '../store/db.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { lookAt } from './check.ts';

const MOST_ALERTS = 100;
const BATCH = 500;
/** So that making a rule has an end. One on more keywords takes note of the others when they are next scored. */
const MOST_NOTED = 5_000;

/** Adds a rule, which takes note of how things stand: what is past the threshold now does not fire. */
export async function createAlert(db: Db, workspace: Workspace, input: AlertInput): Promise<AlertRule> {
  const { workspaceId, now } = workspace;
  const rule = await db.transaction(async (tx) => {
    if ((await countAlerts(tx, workspaceId)) >= MOST_ALERTS) {
      throw new ApiError(409, `Alert limit of ${MOST_ALERTS} reached`);
    }
    await checkKeyword(tx, workspaceId, input.keyword_id);
    return insertAlert(tx, workspaceId, { input, now });
  });
  await takeNote(db, workspaceId, rule);
  return rule;
}

/**
 * Changes a rule; undefined when there is none. One that now watches for something else, or goes on after a pause,
 * takes note of how things stand, as if it were new. `check` may refuse what the change would make of it.
 */
export async function changeAlert(
  db: Db,
  workspaceId: string,
  { alertId, changes, check }: { alertId: string; changes: Partial<AlertInput>; check: (rule: AlertInput) => void },
): Promise<AlertRule | undefined> {
  const changed = await db.transaction(async (tx) => {
    const old = await findAlert(tx, workspaceId, { alertId, lock: 'change' });
    if (!old) return undefined;
    const rule = { ...old, ...changes };
    check(rule);
    if (rule.keyword_id !== old.keyword_id) await checkKeyword(tx, workspaceId, rule.keyword_id);
    const isAnew = watchesAnew(old, rule);
    if (isAnew) {
      rule.revision++;
      await forgetAlertStates(tx, workspaceId, alertId);
    }
    await saveAlert(tx, workspaceId, rule);
    return { rule, isAnew };
  });
  if (changed?.isAnew) await takeNote(db, workspaceId, changed.rule);
  return changed?.rule;
}

/** Said of a keyword that is not there, and of another account's. */
export function unknownKeyword(): ApiError {
  return invalid([{ path: ['keyword_id'], message: 'no such keyword' }]);
}

async function checkKeyword(tx: Transaction, workspaceId: string, keywordId: string | null): Promise<void> {
  if (keywordId === null) return;
  // Locked, so that it cannot be deleted before the rule refers to it.
  const [keyword] = await lockKeywords(tx, workspaceId, [keywordId]);
  if (!keyword) throw unknownKeyword();
}

const WATCHED = ['keyword_id', 'tag', 'platform', 'condition', 'threshold', 'only_significant', 'status'] as const;

function watchesAnew(old: AlertRule, rule: AlertRule): boolean {
  return rule.status === 'active' && WATCHED.some((field) => old[field] !== rule[field]);
}

/** Lets a rule look at its keywords as they are, without firing. */
async function takeNote(db: Db, workspaceId: string, rule: AlertRule): Promise<void> {
  if (rule.status !== 'active') return;
  let after = '';
  for (let noted = 0; noted < MOST_NOTED; noted += BATCH) {
    const scope = { keywordId: rule.keyword_id, tag: rule.tag };
    const keywords = await keywordsOfAlert(db, workspaceId, { ...scope, after, limit: BATCH });
    after = keywords.at(-1)?.keywordId ?? '';
    if (keywords.length > 0)
      await noteBatch(db, workspaceId, { rule, keywordIds: keywords.map((one) => one.keywordId) });
    if (keywords.length < BATCH) return;
  }
}

function noteBatch(
  db: Db,
  workspaceId: string,
  { rule, keywordIds }: { rule: AlertRule; keywordIds: string[] },
): Promise<void> {
  return db.transaction(async (tx) => {
    const keywords = await lockKeywords(tx, workspaceId, keywordIds);
    const current = await findAlert(tx, workspaceId, { alertId: rule.alert_id, lock: 'share' });
    if (current?.revision !== rule.revision) return;
    const rescored = await scoreKeywords(tx, workspaceId, keywords);
    await lookAt(tx, workspaceId, { rules: [rule], rescored, isNews: () => false });
  });
}
