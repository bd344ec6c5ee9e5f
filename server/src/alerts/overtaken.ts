import { addDays } from '../base/time.ts';
import type { NewEvent } from '../events/derive.ts';
import { overtakenEvent, overtakenReason } from '../events/overtaken.ts';
import { windowOf, windowStart } from '../score/window.ts';
import { type AlertRule, activeAlerts } from '../store/alerts/alerts.ts';
import { type Crossing, listCrossings } from '../store/counts/standings.ts';
import { lockKeywords } from '../store/counts/visibility.ts';
import type { Db, Transaction } from '../store/db.ts';
import { loadReading } from '../store/workspaces/readings.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { isAbout, queueMail } from './check.ts';

/**
 * The events of rules on being overtaken, for crossings of a window that has just closed. Windows from before a rule do
 * not fire it. Queues their emails.
 */
export async function checkOvertaken(
  tx: Transaction,
  workspace: Workspace,
  crossings: Crossing[],
): Promise<NewEvent[]> {
  const { workspaceId, firstDay } = workspace;
  const overtaken = crossings.filter(({ direction }) => direction === 'was_overtaken');
  if (overtaken.length === 0) return [];
  const rules = (await activeAlerts(tx, workspaceId)).filter(({ condition }) => condition === 'overtaken');
  if (rules.length === 0) return [];
  const keywords = await lockKeywords(tx, workspaceId, [...new Set(overtaken.map(({ keywordId }) => keywordId))]);
  const names = await competitorNames(tx, workspace);
  const fired = overtaken.flatMap((crossing) => {
    const keyword = keywords.find(({ keywordId }) => keywordId === crossing.keywordId);
    const competitor = names.get(crossing.competitorId);
    if (!keyword || competitor === undefined) return [];
    const closed = Date.parse(windowStart(firstDay, crossing.window + 1));
    return rules
      .filter((rule) => isAbout(rule, keyword) && watches(rule, crossing) && rule.createdAt.getTime() <= closed)
      .map((rule) => ({ rule, event: overtakenEvent({ rule, keyword, crossing, competitor, firstDay }) }));
  });
  await queueMail(
    tx,
    workspace,
    fired.map(({ rule, event }) => ({ rule, fact: event.fact, reason: event.data.trigger_reason })),
  );
  return fired.map(({ event }) => event);
}

type Watched = Pick<AlertRule, 'platform' | 'competitorId'>;

function watches({ platform = '', competitorId }: Watched, crossing: Crossing): boolean {
  return crossing.platform === platform && [undefined, crossing.competitorId].includes(competitorId);
}

async function competitorNames(db: Db | Transaction, { workspaceId, reading }: Workspace) {
  const subject = await loadReading(db, workspaceId, reading);
  return new Map(subject?.competitors.map(({ id, name }) => [id, name]));
}

/** The crossings that a rule would have fired on in the last days, newest first, at most as many as a page has. */
export async function pastOvertaken(
  db: Db,
  workspace: Workspace,
  { rule, keywordIds, since, until }: { rule: Watched; keywordIds: string[]; since: string; until: string },
) {
  const { workspaceId, firstDay } = workspace;
  const names = await competitorNames(db, workspace);
  const filter = {
    keywordIds,
    platform: rule.platform ?? '',
    competitorId: rule.competitorId,
    competitorIds: [...names.keys()],
    direction: 'was_overtaken' as const,
    // A window closes the day after its last one.
    from: windowOf(firstDay, addDays(since, -1)),
    to: windowOf(firstDay, until) - 1,
  };
  const { crossings, total } = await listCrossings(db, workspaceId, { filter, page: { page: 1, perPage: 1_000 } });
  const firings = crossings.map((crossing) => ({
    date: windowStart(firstDay, crossing.window + 1),
    keywordId: crossing.keywordId,
    keyword: crossing.keyword,
    value: crossing.after.own.score,
    previous: crossing.before.own.score,
    triggerReason: overtakenReason({
      rule,
      keyword: crossing,
      crossing,
      competitor: names.get(crossing.competitorId) ?? '',
    }),
    withinNoise: false,
  }));
  return { firings, total };
}
