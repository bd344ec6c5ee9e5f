import { setImmediate } from 'node:timers/promises';
import { groupBy } from '../../base/group-by.ts';
import { inBatches } from '../../base/in-batches.ts';
import { addDays, daysBetween } from '../../base/time.ts';
import { scatterOn, scorePoints } from '../../insight/history.ts';
import { scatterOfAnswers } from '../../insight/scatter-of-answers.ts';
import { createPanelTotals } from '../../reports/panel-totals.ts';
import type { WindowScore } from '../../score/window.ts';
import { WINDOW_DAYS } from '../../score/window.ts';
import { platformScatter, readScatter } from '../../store/counts/judged-groups.ts';
import type { OverviewFilter } from '../../store/counts/overview.ts';
import type { ReportKeyword } from '../../store/counts/report-facts.ts';
import { readTotals } from '../../store/counts/workspace-totals.ts';
import { countDays, type DailySeries, type DayCounts, dailySeries } from '../../store/days/counts.ts';
import type { Db } from '../../store/db.ts';
import { OWN_BRAND } from '../../store/workspaces/readings.ts';
import type { Workspace } from '../../store/workspaces/workspaces.ts';

/**
 * The most keyword-days that are added up by prompt, about two seconds of work. Above this, they are added up by day.
 */
const MOST_KEYWORD_DAYS = 27_000;
const BATCH = 100;

export interface ScoreQuery extends OverviewFilter {
  keywords: ReportKeyword[];
  stepDays: number;
  workspace: Workspace;
  /** The days that decide on the weighting, if fewer are read. */
  rangeDays?: number;
}

export interface ScoredDays {
  /** The unit of equal weight: every prompt, as in a report, or every answer if there are too many prompts. */
  weighting: 'prompts' | 'answers';
  points: { date: string; score: WindowScore }[];
}

/** The combined score of many keywords for each day, over the seven days that end on it. Oldest first. */
export async function scoreDays(db: Db, workspaceId: string, query: ScoreQuery): Promise<ScoredDays> {
  const days = daysBetween(query.since, query.until) + WINDOW_DAYS;
  if (query.keywords.length * Math.max(days, query.rangeDays ?? 0) <= MOST_KEYWORD_DAYS) {
    return { weighting: 'prompts', points: await scorePanels(db, workspaceId, query) };
  }
  const counts = await countsByDay(db, workspaceId, { ...query, since: addDays(query.until, 1 - days) });
  const rows = counts.map(({ day, platform, n, k }) => ({
    keywordId: '',
    promptId: '',
    citations: 0,
    platform,
    n,
    k,
    ago: daysBetween(day, query.until),
  }));
  const platforms = rows.map(({ platform }) => platform);
  const known = await platformScatter(db, workspaceId, [OWN_BRAND]);
  const measured = scatterOfAnswers(known, { brandId: OWN_BRAND, platforms });
  return {
    weighting: 'answers',
    points: scorePoints(rows, query, { workspace: query.workspace, scatter: () => measured }),
  };
}

/** The report's score for every day: all prompts of all keywords as one panel. */
async function scorePanels(
  db: Db,
  workspaceId: string,
  { keywords, since, until, platform, stepDays, workspace }: ScoreQuery,
): Promise<ScoredDays['points']> {
  const length = daysBetween(since, until) + 1;
  const panels = Array.from({ length: Math.ceil(length / stepDays) }, createPanelTotals);
  for (const some of inBatches(keywords, BATCH)) {
    const keywordIds = some.map(({ keywordId }) => keywordId);
    const all = await dailySeries(db, workspaceId, {
      keywordIds,
      lastDay: until,
      days: length - 1 + 2 * WINDOW_DAYS,
      platform,
    });
    const scatterOf = await readScatter(db, workspaceId, keywordIds);
    const series = [...groupBy(all, ({ keywordId }) => keywordId)];
    for (const [index, panel] of panels.entries()) {
      const ago = index * stepDays;
      for (const [keywordId, mine] of series) {
        const scatter = scatterOn(addDays(until, -ago), { workspace, scatter: scatterOf(keywordId) });
        const [now, before] = [ago, ago + WINDOW_DAYS].map((days) => mine.map((one) => windowOf(one, days)));
        panel.add(now ?? [], scatter && { before: before ?? [], scatter });
      }
      // Yields to other requests.
      if (index % 20 === 0) await setImmediate();
    }
  }
  return panels
    .flatMap((panel, index) => {
      const score = panel.score();
      return score ? [{ date: addDays(until, -index * stepDays), score }] : [];
    })
    .reverse();
}

/** The counts of one prompt in the seven days that end `ago` days before the last day. */
function windowOf({ keywordId, platform, promptId, n, k }: DailySeries, ago: number) {
  // Runs for every prompt and day: a slice of each array would take three times as long.
  const sum = (counts: number[]) => {
    let all = 0;
    for (let index = ago; index < ago + WINDOW_DAYS; index++) all += counts[index] ?? 0;
    return all;
  };
  return { keywordId, platform, promptId, ago, n: sum(n), k: sum(k), citations: 0 };
}

async function countsByDay(db: Db, workspaceId: string, filter: OverviewFilter): Promise<DayCounts[]> {
  const { since: from, until: to, platform, keywordIds } = filter;
  if (keywordIds) {
    return countDays(db, workspaceId, { keywordIds, lastDay: to, days: daysBetween(from, to) + 1, platform });
  }
  const { days, findings } = await readTotals(db, workspaceId, { from, to, platform });
  const counts = new Map<string, DayCounts>();
  const at = (row: { day: string; platform: string }) => {
    const place = `${row.platform} ${row.day}`;
    const count = counts.get(place) ?? { day: row.day, platform: row.platform, n: 0, k: 0 };
    counts.set(place, count);
    return count;
  };
  for (const row of days) at(row).n += row.valid;
  for (const row of findings) at(row).k += row.brandId === OWN_BRAND ? row.named : 0;
  return [...counts.values()];
}
