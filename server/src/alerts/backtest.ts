import { setImmediate } from 'node:timers/promises';
import { compareTexts } from '../base/compare-texts.ts';
import { groupBy } from '../base/group-by.ts';
import { inBatches } from '../base/in-batches.ts';
import { addDays, dayOf } from '../base/time.ts';
import { alertReason } from '../events/alerts.ts';
import { type AlertLook, type AlertState, isConfirmed, type ScoreCondition, stepAlert } from '../score/alert.ts';
import type { ScatterBefore } from '../score/scatter-before.ts';
import { scoreWindow, WINDOW_DAYS, windowOf } from '../score/window.ts';
import { type AlertInput, isOnScore, keywordsOfAlert } from '../store/alerts/alerts.ts';
import { readScatter } from '../store/counts/judged-groups.ts';
import { type DailySeries, dailySeries } from '../store/days/counts.ts';
import type { Db } from '../store/db.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { lookOf } from './check.ts';
import { pastOvertaken } from './overtaken.ts';

const MOST_KEYWORDS = 500;
/** About 100,000 daily counts per statement. */
const BATCH = 50;
/** The newest firings. The summary counts all. */
const MOST_SHOWN = 1_000;

type TriedRule = Pick<
  AlertInput,
  'keywordId' | 'tag' | 'platform' | 'competitorId' | 'condition' | 'threshold' | 'onlySignificant'
>;
type TriedScoreRule = TriedRule & { condition: ScoreCondition };

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
  const keywordIds = keywords.map(({ keywordId }) => keywordId);
  const period = { since: addDays(until, 1 - days), until };
  const { firings, total } = isOnScore(rule)
    ? await tryOnScores(db, workspace, { rule, keywords, until, days })
    : await pastOvertaken(db, workspace, { rule, keywordIds, ...period });
  return {
    firings: firings.slice(0, MOST_SHOWN),
    summary: {
      firings: total,
      withinNoise: firings.filter(({ withinNoise }) => withinNoise).length,
      keywordsExamined: keywords.length,
      keywordsMatching: keywords[0]?.total ?? 0,
      days,
      ...period,
    },
  };
}

interface ToTry {
  rule: TriedScoreRule;
  keywords: { keywordId: string; keyword: string; reading: number }[];
  until: string;
  days: number;
}

async function tryOnScores(db: Db, workspace: Workspace, { rule, keywords, until, days }: ToTry) {
  const { workspaceId } = workspace;
  const keywordIds = keywords.map(({ keywordId }) => keywordId);
  const scatterOf = await readScatter(db, workspaceId, keywordIds);
  const firings: BacktestFiring[] = [];
  for (const batch of inBatches(keywords, BATCH)) {
    const series = await dailySeries(db, workspaceId, {
      keywordIds: batch.map(({ keywordId }) => keywordId),
      lastDay: until,
      // The first evaluation is at the end of the day before, and compares the two weeks up to it.
      days: days + 2 * WINDOW_DAYS,
    });
    const byKeyword = groupBy(series, ({ keywordId }) => keywordId);
    for (const keyword of batch) {
      // Lets other requests run.
      await setImmediate();
      const scatter = scatterOf(keyword.keywordId);
      const scatterOn = (day: string) => scatter(windowOf(workspace.firstDay, day));
      const mine = byKeyword.get(keyword.keywordId) ?? [];
      const looks = looksAt(mine, { platform: rule.platform, until, days, scatterOn });
      firings.push(...firingsOf(rule, keyword, looks));
    }
  }
  firings.sort((a, b) => (a.date === b.date ? compareTexts(a.keywordId, b.keywordId) : compareTexts(b.date, a.date)));
  return { firings, total: firings.length };
}

interface LookQuery {
  platform: string | undefined;
  until: string;
  days: number;
  scatterOn: (day: string) => ReturnType<ScatterBefore>;
}

/** What a rule saw at the end of each day with answers to the keyword, oldest first. */
function looksAt(series: DailySeries[], { platform, until, days, scatterOn }: LookQuery): AlertLook[] {
  const windows = windowsOf(series, days + 1 + WINDOW_DAYS);
  const looks: AlertLook[] = [];
  for (let ago = days; ago >= 0; ago--) {
    if (!series.some(({ n }) => (n[ago] ?? 0) > 0)) continue;
    const day = addDays(until, -ago);
    const scatter = scatterOn(day);
    const before = windows[ago + WINDOW_DAYS] ?? [];
    const current = scoreWindow(windows[ago] ?? [], { before, scatter });
    const previous = scoreWindow(before, { before: [], scatter });
    const look = current && lookOf(platform, { day, current, previous });
    if (look) looks.push(look);
  }
  return looks;
}

/** The counts of the seven days that ended `ago` days ago, as sliding sums: one day is added, one removed. */
function windowsOf(series: DailySeries[], count: number) {
  const sums = series.map(({ platform, promptId }) => ({ platform, promptId, n: 0, k: 0, citations: 0 }));
  const windows: (typeof sums)[] = [];
  for (let ago = count + WINDOW_DAYS - 2; ago >= 0; ago--) {
    for (const [index, sum] of sums.entries()) {
      const { n, k } = series[index] as DailySeries;
      sum.n += (n[ago] ?? 0) - (n[ago + WINDOW_DAYS] ?? 0);
      sum.k += (k[ago] ?? 0) - (k[ago + WINDOW_DAYS] ?? 0);
    }
    if (ago < count) windows[ago] = sums.map((sum) => ({ ...sum }));
  }
  return windows;
}

function firingsOf(
  rule: TriedScoreRule,
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
