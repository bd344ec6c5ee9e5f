import { groupBy } from '../base/group-by.ts';
import { own } from '../base/own.ts';
import { collecting, NO_CLEAR_CHANGE } from '../base/score-text.ts';
import { addDays, dayOf } from '../base/time.ts';
import { alertEvent, type Firing } from '../events/alerts.ts';
import type { NewEvent } from '../events/derive.ts';
import { alertEmail } from '../mail/alert-emails.ts';
import { queueEmail } from '../mail/outbox.ts';
import { type AlertLook, isConfirmed, stepAlert } from '../score/alert.ts';
import type { PlatformScore } from '../score/visibility.ts';
import type { WindowScore } from '../score/window.ts';
import { WINDOW_DAYS } from '../score/window.ts';
import { type AlertRule, activeAlerts, isOnScore, type ScoreRule } from '../store/alerts/alerts.ts';
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

/** Older answers change the numbers of their day but cause no events and no alerts. */
export const RECENT_DAYS = 2;

export interface ToCheck {
  rescored: ScoredKeyword[];
  /** Whether rules may fire for this keyword. If not, they only remember the new score. */
  mayFire: (keyword: ScoredKeyword['keyword']) => boolean;
}

/**
 * Evaluates every active rule on rescored keywords, in the transaction that stores the scores, so that a rule's
 * memory and its events cannot diverge. Returns the events to publish and queues their emails. A workspace without
 * rules costs one index lookup.
 */
export async function checkAlerts(
  tx: Transaction,
  workspace: Workspace,
  { rescored, mayFire }: ToCheck,
): Promise<NewEvent[]> {
  if (rescored.length === 0) return [];
  const rules = (await activeAlerts(tx, workspace.workspaceId)).filter(isOnScore);
  if (rules.length === 0) return [];
  const firings = await lookAt(tx, workspace.workspaceId, { rules, rescored, mayFire });
  const published = firings.map((firing) => ({ ...firing, event: alertEvent(firing) }));
  await queueMail(
    tx,
    workspace,
    published.map((firing) => ({ rule: firing.rule, fact: firing.event.fact, reason: emailReason(firing) })),
  );
  return published.map(({ event }) => event);
}

/**
 * Rules may fire for a keyword when the batch has an answer of the last days and none from before its current
 * window: importing history changes numbers but triggers no alerts.
 */
export function mayFireFor(answers: RecordedAnswer[], now: Date): ToCheck['mayFire'] {
  const valid = answers.filter(({ answer }) => answer.status === 'valid');
  const byKeyword = groupBy(valid, ({ keyword }) => keyword.keywordId);
  const newest = addDays(dayOf(now), -RECENT_DAYS);
  return ({ keywordId, lastDay }) => {
    const days = (byKeyword.get(keywordId) ?? []).map(({ answer }) => dayOf(answer.askedAt));
    return days.some((day) => day >= newest) && days.every((day) => day > addDays(lastDay, -WINDOW_DAYS));
  };
}

/** Evaluates each rule on each of its keywords. Only changed states are written. */
export async function lookAt(
  tx: Transaction,
  workspaceId: string,
  { rules, rescored, mayFire }: ToCheck & { rules: ScoreRule[] },
): Promise<Firing[]> {
  const states = await alertStates(tx, workspaceId, {
    alertIds: rules.map(({ alertId }) => alertId),
    keywordIds: rescored.map(({ keyword }) => keyword.keywordId),
  });
  const changed: StoredAlertState[] = [];
  const firings: Firing[] = [];
  for (const { keyword, current, previous, scatter } of rescored) {
    const isRecent = mayFire(keyword);
    for (const rule of rules) {
      if (!isAbout(rule, keyword)) continue;
      const look = lookOf(rule.platform, { day: keyword.lastDay, current, previous });
      const state = states.get(stateName(rule.alertId, keyword.keywordId));
      const step = look && stepAlert(rule, state, look);
      if (!step) continue;
      const fires = step.fires && isRecent;
      const firedDay = fires ? keyword.lastDay : state?.firedDay;
      if (fires) firings.push({ rule, keyword, look, scatter, before: publishedScore(keyword.doc, rule.platform) });
      if (state?.isCrossed === step.state.isCrossed) continue;
      changed.push({
        alertId: rule.alertId,
        keywordId: keyword.keywordId,
        isCrossed: step.state.isCrossed,
        firedDay,
      });
    }
  }
  await saveAlertStates(tx, workspaceId, changed);
  return firings;
}

export function isAbout(rule: AlertRule, { keywordId, tags }: { keywordId: string; tags: string[] }): boolean {
  if (rule.keywordId !== undefined) return rule.keywordId === keywordId;
  return rule.tag === undefined || tags.includes(rule.tag);
}

/** What a rule on a platform (or on the overall score) sees of two windows. Undefined without answers. */
export function lookOf(
  platform: string | undefined,
  { day, current, previous }: { day: string; current: WindowScore; previous: WindowScore | undefined },
): AlertLook | undefined {
  const scoreOf = (window: WindowScore): PlatformScore | undefined =>
    platform === undefined ? window.overall : window.platforms.get(platform);
  const score = scoreOf(current);
  return score && { day, current: score, earlier: previous && scoreOf(previous) };
}

function publishedScore(doc: string | undefined, platform: string | undefined): number | undefined {
  if (doc === undefined) return undefined;
  const record = JSON.parse(doc) as { visibility_score: number; platforms: Record<string, number> };
  return platform === undefined ? record.visibility_score : own(record.platforms, platform);
}

/** Emails for rules that send one per firing, digest entries for those that send one a day. */
export async function queueMail(
  tx: Transaction,
  workspace: Workspace,
  published: { rule: AlertRule; fact: string; reason: string }[],
): Promise<void> {
  for (const firings of groupBy(published, ({ rule }) => rule.alertId).values()) {
    const rule = firings[0]?.rule;
    if (!rule || rule.email === 'off') continue;
    const { name: alertName, recipients } = rule;
    const texts = firings.map(({ fact, reason }) => ({ fact, reason }));
    if (rule.email === 'each') {
      await queueEmail(tx, workspace.accountId, alertEmail(alertName, { firings: texts, recipients }));
    } else {
      const entries = texts.map((text) => ({ ...text, alertName, recipients, day: dayOf(workspace.now) }));
      await insertDigestEntries(tx, workspace.workspaceId, entries);
    }
  }
}

/** The reason, and whether it can be noise. */
function emailReason({ rule, look, event }: Firing & { event: ReturnType<typeof alertEvent> }): string {
  const reason = event.data.trigger_reason;
  const few = collecting(look.current.n);
  if (few !== undefined) return `${reason}. Too few answers for a score: ${few}`;
  return isConfirmed(rule, look) ? `${reason}. This is significant` : `${reason}. This is ${NO_CLEAR_CHANGE}`;
}
