import { groupBy } from '../base/group-by.ts';
import { addDays, dayOf } from '../base/time.ts';
import { alertEvent, type Firing, testOf } from '../events/alerts.ts';
import type { NewEvent } from '../events/derive.ts';
import { alertEmail } from '../mail/alert-emails.ts';
import { queueEmail } from '../mail/outbox.ts';
import { type AlertLook, stepAlert } from '../score/alert.ts';
import type { PlatformScore } from '../score/visibility.ts';
import type { WindowScore } from '../score/window.ts';
import { WINDOW_DAYS } from '../score/window.ts';
import { type AlertRule, activeAlerts } from '../store/alerts/alerts.ts';
import {
  alertStates,
  insertDigestEntries,
  type StoredAlertState,
  saveAlertStates,
  stateName,
} from '../store/alerts/states.ts';
import type { RecordedAnswer } from '../store/answers/answers.ts';
import type { ScoredKeyword } from '../store/counts/score-keywords.ts';
import type { Transaction } from '../store/db.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';

/** An answer from further back changes the numbers of its day, but is no news. */
export const NEWS_DAYS = 2;

export interface ToCheck {
  rescored: ScoredKeyword[];
  /** Whether what happened to a keyword is worth telling; if not, the rules take note and stay silent. */
  isNews: (keyword: ScoredKeyword['keyword']) => boolean;
}

/**
 * Looks at rescored keywords with every rule in force, in the transaction that published them: what is remembered
 * and what is told are never apart. Gives back the events to publish; their emails are queued. A workspace
 * without rules pays for one look at an index.
 */
export async function checkAlerts(
  tx: Transaction,
  workspace: Workspace,
  { rescored, isNews }: ToCheck,
): Promise<NewEvent[]> {
  if (rescored.length === 0) return [];
  const rules = await activeAlerts(tx, workspace.workspaceId);
  if (rules.length === 0) return [];
  const firings = await lookAt(tx, workspace.workspaceId, { rules, rescored, isNews });
  const told = firings.map((firing) => ({ ...firing, event: alertEvent(firing) }));
  await queueMail(tx, workspace, told);
  return told.map(({ event }) => event);
}

/**
 * A keyword has news when the batch brings an answer of the last days and none from before its current window:
 * whoever hands in history moves numbers, not alarms.
 */
export function newsOf(answers: RecordedAnswer[], now: Date): ToCheck['isNews'] {
  const valid = answers.filter(({ answer }) => answer.status === 'valid');
  const byKeyword = groupBy(valid, ({ keyword }) => keyword.keywordId);
  const newest = addDays(dayOf(now), -NEWS_DAYS);
  return ({ keywordId, lastDay }) => {
    const days = (byKeyword.get(keywordId) ?? []).map(({ answer }) => dayOf(answer.askedAt));
    return days.some((day) => day >= newest) && days.every((day) => day > addDays(lastDay, -WINDOW_DAYS));
  };
}

/** One look of each rule at each of its keywords; only what changed in their memory is written. */
export async function lookAt(
  tx: Transaction,
  workspaceId: string,
  { rules, rescored, isNews }: ToCheck & { rules: AlertRule[] },
): Promise<Firing[]> {
  const states = await alertStates(tx, workspaceId, {
    alertIds: rules.map(({ alert_id }) => alert_id),
    keywordIds: rescored.map(({ keyword }) => keyword.keywordId),
  });
  const changed: StoredAlertState[] = [];
  const firings: Firing[] = [];
  for (const { keyword, current, previous } of rescored) {
    const mayFire = isNews(keyword);
    for (const rule of rules) {
      if (!isAbout(rule, keyword)) continue;
      const look = lookOf(rule.platform, { day: keyword.lastDay, current, previous });
      const state = states.get(stateName(rule.alert_id, keyword.keywordId));
      const step = look && stepAlert(testOf(rule), state, look);
      if (!step) continue;
      const fires = step.fires && mayFire;
      const firedDay = fires ? keyword.lastDay : state?.firedDay;
      if (fires) firings.push({ rule, keyword, look, before: publishedScore(keyword.doc, rule.platform) });
      if (state?.isCrossed === step.state.isCrossed) continue;
      changed.push({
        alertId: rule.alert_id,
        keywordId: keyword.keywordId,
        isCrossed: step.state.isCrossed,
        firedDay,
      });
    }
  }
  await saveAlertStates(tx, workspaceId, changed);
  return firings;
}

function isAbout(rule: AlertRule, { keywordId, tags }: { keywordId: string; tags: string[] }): boolean {
  if (rule.keyword_id !== null) return rule.keyword_id === keywordId;
  return rule.tag === null || tags.includes(rule.tag);
}

/** What a rule on a platform, or on the overall score, sees of two windows; undefined when nothing was answered there. */
export function lookOf(
  platform: string | null,
  { day, current, previous }: { day: string; current: WindowScore; previous: WindowScore | undefined },
): AlertLook | undefined {
  const scoreOf = (window: WindowScore): PlatformScore | undefined =>
    platform === null ? window.overall : window.platforms.get(platform);
  const score = scoreOf(current);
  return score && { day, current: score, earlier: previous && scoreOf(previous) };
}

function publishedScore(doc: string | undefined, platform: string | null): number | undefined {
  if (doc === undefined) return undefined;
  const record = JSON.parse(doc) as { visibility_score: number; platforms: Record<string, number> };
  return platform === null ? record.visibility_score : record.platforms[platform];
}

/** Emails for rules that send one per firing, digest entries for those that send one a day. */
async function queueMail(
  tx: Transaction,
  workspace: Workspace,
  told: (Firing & { event: ReturnType<typeof alertEvent> })[],
): Promise<void> {
  for (const firings of groupBy(told, ({ rule }) => rule.alert_id).values()) {
    const rule = firings[0]?.rule;
    if (!rule || rule.email === 'off') continue;
    const { name: alertName, recipients } = rule;
    const texts = firings.map(({ event }) => ({ fact: event.fact, reason: event.data.trigger_reason }));
    if (rule.email === 'each') {
      await queueEmail(tx, workspace.accountId, alertEmail(alertName, { firings: texts, recipients }));
    } else {
      const entries = texts.map((text) => ({ ...text, alertName, recipients, day: dayOf(workspace.now) }));
      await insertDigestEntries(tx, workspace.workspaceId, entries);
    }
  }
}
