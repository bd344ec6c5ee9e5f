import { setImmediate } from 'node:timers/promises';
import type { AlertBacktest, AlertFiring } from '@visibility/sdk';
import { groupBy } from '../base/group-by.ts';
import { addDays, dayOf } from '../base/time.ts';
import { alertReason, testOf } from '../events/alerts.ts';
import { type AlertLook, type AlertState, isConfirmed, stepAlert } from '../score/alert.ts';
import { type AlertWishes, keywordsOfAlert } from '../store/alerts.ts';
import { countsByStretch, type StretchCounts } from '../store/daily-counts.ts';
import type { Db } from '../store/db.ts';
import { OWN_BRAND } from '../store/readings.ts';
import type { Workspace } from '../store/workspaces.ts';
import { lookOf } from './alerts.ts';
import { WINDOW_DAYS } from './plan.ts';
import { scoreWindow } from './rescore.ts';

const MOST_KEYWORDS = 1_000;
/** Some 100,000 rows of counts a statement. */
const BATCH = 50;
/** The newest; the summary counts them all. */
const MOST_SHOWN = 1_000;

type TriedRule = Pick<AlertWishes, 'keyword_id' | 'tag' | 'platform' | 'condition' | 'threshold' | 'only_significant'>;

/**
 * What a rule would have done had it been made so many days ago: its looks at the end of each day, by the function
 * that also decides for rules in force.
 */
export async function backtest(
  db: Db,
  workspace: Workspace,
  { rule, days }: { rule: TriedRule; days: number },
): Promise<AlertBacktest> {
  const { workspaceId, now } = workspace;
  const until = dayOf(now);
  const scope = { keywordId: rule.keyword_id, tag: rule.tag };
  const keywords = await keywordsOfAlert(db, workspaceId, { ...scope, limit: MOST_KEYWORDS });
  const firings: AlertFiring[] = [];
  for (let start = 0; start < keywords.length; start += BATCH) {
    const batch = keywords.slice(start, start + BATCH);
    const counts = await countsByStretch(db, workspaceId, {
      brandId: OWN_BRAND,
      keywords: new Map(batch.map(({ keywordId, reading }) => [keywordId, { lastDay: until, reading }])),
      days: 1,
      // The first look is at the evening before, and compares the two weeks up to it.
      stretches: days + 2 * WINDOW_DAYS,
    });
    const byKeyword = groupBy(counts, ({ keywordId }) => keywordId);
    for (const keyword of batch) {
      // Other requests get their turn.
      await setImmediate();
      const looks = looksAt(byKeyword.get(keyword.keywordId) ?? [], { platform: rule.platform, until, days });
      firings.push(...firingsOf(rule, keyword, looks));
    }
  }
  firings.sort((a, b) => (a.date === b.date ? compare(a.keyword_id, b.keyword_id) : compare(b.date, a.date)));
  return {
    firings: firings.slice(0, MOST_SHOWN),
    summary: {
      firings: firings.length,
      within_noise: firings.filter(({ within_noise }) => within_noise).length,
      keywords_examined: keywords.length,
      keywords_matching: keywords[0]?.total ?? 0,
      days,
      since: addDays(until, 1 - days),
      until,
    },
  };
}

/** What a rule saw at the end of every day on which the keyword was answered, oldest first. */
function looksAt(
  counts: StretchCounts[],
  { platform, until, days }: { platform: string | null; until: string; days: number },
): AlertLook[] {
  const byDaysAgo = groupBy(counts, ({ ago }) => ago);
  const windows = Array.from({ length: days + 1 + WINDOW_DAYS }, (_, ago) =>
    scoreWindow(Array.from({ length: WINDOW_DAYS }, (_, back) => byDaysAgo.get(ago + back) ?? []).flat()),
  );
  const looks: AlertLook[] = [];
  for (let ago = days; ago >= 0; ago--) {
    const current = windows[ago];
    const isAnswered = byDaysAgo.get(ago)?.some(({ n }) => n > 0);
    if (!current || !isAnswered) continue;
    const look = lookOf(platform, { day: addDays(until, -ago), current, previous: windows[ago + WINDOW_DAYS] });
    if (look) looks.push(look);
  }
  return looks;
}

function firingsOf(
  rule: TriedRule,
  { keywordId, keyword }: { keywordId: string; keyword: string },
  looks: AlertLook[],
): AlertFiring[] {
  const test = testOf(rule);
  let state: AlertState | undefined;
  return looks.flatMap((look, index) => {
    const step = stepAlert(test, state, look);
    state = step?.state ?? state;
    if (!step?.fires) return [];
    const before = looks[index - 1]?.current.score;
    const isChange = rule.condition === 'drops_by' || rule.condition === 'rises_by';
    return [
      {
        date: look.day,
        keyword_id: keywordId,
        keyword,
        value: look.current.score,
        previous: (isChange ? look.earlier?.score : before) ?? null,
        trigger_reason: alertReason({ rule, keyword: { keyword }, look, before }),
        within_noise: !isConfirmed(test, look),
      },
    ];
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
