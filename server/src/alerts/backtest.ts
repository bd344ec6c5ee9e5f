import { setImmediate } from 'node:timers/promises';
import { groupBy } from '../base/group-by.ts';
import { inBatches } from '../base/in-batches.ts';
import { addDays, dayOf } from '../base/time.ts';
import { alertReason } from '../events/alerts.ts';
import { type AlertLook, type AlertState, isConfirmed, stepAlert } from '../score/alert.ts';
import { scoreWindow, WINDOW_DAYS, type WindowScore } from '../score/window.ts';
import { type AlertInput, keywordsOfAlert } from '../store/alerts/alerts.ts';
import { type DailySeries, dailySeries } from '../store/counts/daily-series.ts';
import type { Db } from '../store/db.ts';
import { OWN_BRAND } from '../store/workspaces/readings.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { lookOf } from './check.ts';

const MOST_KEYWORDS = 500;
/** About 100,000 daily counts per statement. */
const BATCH = 50;
/** The newest firings. The summary counts all. */
const MOST_SHOWN = 1_000;

type TriedRule = Pick<AlertInput, 'keywordId' | 'tag' | 'platform' | 'condition' | 'threshold' | 'onlySignificant'>;

export interface BacktestFiring {
  date: string;
  keywordId: string;
  keyword: string;
  value: number;
  /** The score before; for `drops_by` and `rises_by` that of the seven days before. */
  previous: number | undefined;
  triggerReason: string;
  withinNoise: boolean;
}

/**
 * What a rule would have done if it had been created so many days ago: evaluated at the end of each day, by the
 * function that also decides for active rules.
 */
export async function backtest(db: Db, workspace: Workspace, { rule, days }: { rule: TriedRule; days: number }) {
  const { workspaceId, now } = workspace;
  const until = dayOf(now);
  const scope = { keywordId: rule.keywordId, tag: rule.tag };
  const keywords = await keywordsOfAlert(db, workspaceId, { ...scope, limit: MOST_KEYWORDS });
  const firings: BacktestFiring[] = [];
  for (const batch of inBatches(keywords, BATCH)) {
    const series = await dailySeries(db, workspaceId, {
      brandId: OWN_BRAND,
      keywords: new Map(batch.map((keyword) => [keyword.keywordId, keyword])),
      lastDay: until,
      // The first evaluation is at the end of the day before, and compares the two weeks up to it.
      days: days + 2 * WINDOW_DAYS,
    });
    const byKeyword = groupBy(series, ({ keywordId }) => keywordId);
    for (const keyword of batch) {
      // Lets other requests run.
      await setImmediate();
      const looks = looksAt(byKeyword.get(keyword.keywordId) ?? [], { platform: rule.platform, until, days });
      firings.push(...firingsOf(rule, keyword, looks));
    }
  }
  firings.sort((a, b) => (a.date === b.date ? compare(a.keywordId, b.keywordId) : compare(b.date, a.date)));
  return {
    firings: firings.slice(0, MOST_SHOWN),
    summary: {
      firings: firings.length,
      withinNoise: firings.filter(({ withinNoise }) => withinNoise).length,
      keywordsExamined: keywords.length,
      keywordsMatching: keywords[0]?.total ?? 0,
      days,
      since: addDays(until, 1 - days),
      until,
    },
  };
}

/** What a rule saw at the end of each day with answers to the keyword, oldest first. */
function looksAt(
  series: DailySeries[],
  { platform, until, days }: { platform: string | undefined; until: string; days: number },
): AlertLook[] {
  const windows = windowsOf(series, days + 1 + WINDOW_DAYS);
  const looks: AlertLook[] = [];
  for (let ago = days; ago >= 0; ago--) {
    const current = windows[ago];
    const isAnswered = series.some(({ n }) => (n[ago] ?? 0) > 0);
    if (!current || !isAnswered) continue;
    const look = lookOf(platform, { day: addDays(until, -ago), current, previous: windows[ago + WINDOW_DAYS] });
    if (look) looks.push(look);
  }
  return looks;
}

/** The score of the seven days that ended `ago` days ago, as sliding sums: one day is added, one removed. */
function windowsOf(series: DailySeries[], count: number): (WindowScore | undefined)[] {
  const sums = series.map(({ platform, promptId }) => ({ platform, promptId, n: 0, k: 0, citations: 0 }));
  const windows: (WindowScore | undefined)[] = [];
  for (let ago = count + WINDOW_DAYS - 2; ago >= 0; ago--) {
    for (const [index, sum] of sums.entries()) {
      const { n, k } = series[index] as DailySeries;
      sum.n += (n[ago] ?? 0) - (n[ago + WINDOW_DAYS] ?? 0);
      sum.k += (k[ago] ?? 0) - (k[ago + WINDOW_DAYS] ?? 0);
    }
    if (ago < count) windows[ago] = scoreWindow(sums);
  }
  return windows;
}

function firingsOf(
  rule: TriedRule,
  { keywordId, keyword }: { keywordId: string; keyword: string },
  looks: AlertLook[],
): BacktestFiring[] {
  let state: AlertState | undefined;
  return looks.flatMap((look, index) => {
    const step = stepAlert(rule, state, look);
    state = step?.state ?? state;
    if (!step?.fires) return [];
    const before = looks[index - 1]?.current.score;
    const isChange = rule.condition === 'drops_by' || rule.condition === 'rises_by';
    return [
      {
        date: look.day,
        keywordId,
        keyword,
        value: look.current.score,
        previous: isChange ? look.earlier?.score : before,
        triggerReason: alertReason({ rule, keyword: { keyword }, look, before }),
        withinNoise: !isConfirmed(rule, look),
      },
    ];
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
