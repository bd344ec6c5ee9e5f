import { groupBy } from '../base/group-by.ts';
import { inBatches } from '../base/in-batches.ts';
import { addDays, daysBetween } from '../base/time.ts';
import { type Change, changeOf } from '../score/change.ts';
import { type ChangeSettings, comparePeriods } from '../score/judge-group.ts';
import type { Scatter } from '../score/scatter.ts';
import type { ScatterBefore } from '../score/scatter-before.ts';
import { displayed, scoreWindow, WINDOW_DAYS, windowOf } from '../score/window.ts';
import { readScatter } from '../store/counts/judged-groups.ts';
import type { ReportKeyword } from '../store/counts/report-facts.ts';
import { countsByPeriod, type StretchCounts } from '../store/days/counts.ts';
import { addOutcomes, type DayOutcomes, readOutcomes } from '../store/days/outcomes.ts';
import type { Db } from '../store/db.ts';
import { compared } from './compared.ts';
import type { KeywordScore } from './content.ts';
import { createPanelTotals, type PanelTotals } from './panel-totals.ts';
import type { Period } from './period.ts';

/** The report's period and the 12 before it. */
const PERIODS_COMPARED = 13;
// About 2,000 rows per range of days.
const BATCH = 100;
/** The chart covers at least a quarter, even if the report covers a week. */
const LEAST_WEEKS = 13;
/** Older data is not available. */
const OLDEST_DAYS = 400;

export interface JudgedSeries {
  keyword: ReportKeyword;
  platform: string;
  change: Change;
  /** Enough answers and points, and more than answers normally vary. */
  isSignificant: boolean;
}

/** Everything that is counted by keyword. */
export interface Numbers {
  keywords: KeywordScore[];
  current: PanelTotals;
  previous: PanelTotals;
  /** Indexed by the number of weeks before the period's end. */
  weeks: PanelTotals[];
  series: JudgedSeries[];
  coverage: DayOutcomes[];
  /** The days with a valid answer in the previous period, by platform. */
  daysBefore: Map<string, Set<string>>;
  prompts: number;
}

export interface NumbersQuery {
  workspaceId: string;
  firstDay: string;
  keywords: ReportKeyword[];
  period: Period;
  settings: ChangeSettings;
  /** Called between batches: renews the lease, and throws if the report was cancelled. */
  keep: () => Promise<void>;
}

export async function gatherNumbers(db: Db, query: NumbersQuery): Promise<Numbers> {
  const weeks = Math.max(LEAST_WEEKS, Math.ceil(lengthOf(query.period) / WINDOW_DAYS));
  const numbers: Numbers = {
    keywords: [],
    current: createPanelTotals(),
    previous: createPanelTotals(),
    weeks: Array.from({ length: weeks }, createPanelTotals),
    series: [],
    coverage: [],
    daysBefore: new Map(),
    prompts: 0,
  };
  const coverage = new Map<string, DayOutcomes>();
  for (const batch of inBatches(query.keywords, BATCH)) {
    const keywordIds = batch.map(({ keywordId }) => keywordId);
    const scatterOf = await readScatter(db, query.workspaceId, keywordIds);
    await addScores(db, query, { batch, numbers, scatterOf });
    await addWeeks(db, query, { batch, numbers, scatterOf });
    await addCoverage(db, query, { batch, coverage, daysBefore: numbers.daysBefore });
    await query.keep();
  }
  return { ...numbers, coverage: [...coverage.values()] };
}

export function lengthOf({ periodStart, periodEnd }: Period): number {
  return daysBetween(periodStart, periodEnd) + 1;
}

interface Batch {
  batch: ReportKeyword[];
  numbers: Numbers;
  scatterOf: (keywordId: string) => ScatterBefore;
}

async function addScores(db: Db, query: NumbersQuery, { batch, numbers, scatterOf }: Batch): Promise<void> {
  const days = lengthOf(query.period);
  const stretches = Math.min(PERIODS_COMPARED, Math.max(2, Math.floor(OLDEST_DAYS / days)));
  const counts = await readCounts(db, query, { batch, days, stretches });
  const byKeyword = groupBy(counts, ({ keywordId }) => keywordId);
  for (const keyword of batch) {
    const mine = byKeyword.get(keyword.keywordId) ?? [];
    const [now = [], before = []] = [0, 1].map((ago) => mine.filter((count) => count.ago === ago));
    const basis = { before, scatter: scatterOf(keyword.keywordId)(windowOf(query.firstDay, query.period.periodEnd)) };
    numbers.current.add(now, basis);
    numbers.previous.add(before);
    const answered = now.filter(({ n }) => n > 0);
    numbers.prompts += new Set(answered.map(({ promptId }) => promptId)).size;
    const score = scoreWindow(now, basis);
    if (!score) continue;
    const numbersOf = compared(score, scoreWindow(before)?.overall.score);
    const about = { keyword_id: keyword.keywordId, keyword: keyword.keyword };
    const samples = Object.fromEntries([...score.platforms].map(([platform, { n }]) => [platform, n]));
    numbers.keywords.push({
      ...about,
      ...numbersOf,
      platforms: displayed(score.platforms),
      platform_samples: samples,
    });
    numbers.series.push(...judgedSeries(mine, { keyword, scatter: basis.scatter, settings: query.settings }));
  }
}

/**
 * `visibility_change` with the report's period instead of the closed window: the same rule, applied to the days of the
 * report.
 */
function judgedSeries(
  counts: StretchCounts[],
  {
    keyword,
    scatter,
    settings,
  }: { keyword: ReportKeyword; scatter: ReadonlyMap<string, Scatter>; settings: ChangeSettings },
): JudgedSeries[] {
  return [...groupBy(counts, ({ platform }) => platform)].flatMap(([platform, mine]) => {
    const byPeriod = groupBy(mine, ({ ago }) => ago);
    const periods = Array.from({ length: PERIODS_COMPARED }, (_, ago) => byPeriod.get(ago));
    const found = comparePeriods(periods, { scatter: scatter.get(platform), settings });
    const change = found && changeOf(found.look);
    return change ? [{ keyword, platform, change, isSignificant: found.isFar && change.p < settings.level }] : [];
  });
}

async function addWeeks(db: Db, query: NumbersQuery, { batch, numbers, scatterOf }: Batch): Promise<void> {
  const counts = await readCounts(db, query, { batch, days: WINDOW_DAYS, stretches: numbers.weeks.length + 1 });
  for (const [keywordId, mine] of groupBy(counts, (count) => count.keywordId)) {
    const byWeek = groupBy(mine, ({ ago }) => ago);
    for (const [ago, week] of byWeek) {
      const scatter = scatterOf(keywordId)(windowOf(query.firstDay, weekEnd(query.period, ago)));
      numbers.weeks[ago]?.add(week, { before: byWeek.get(ago + 1) ?? [], scatter });
    }
  }
}

function readCounts(
  db: Db,
  { workspaceId, period }: NumbersQuery,
  { batch, days, stretches }: { batch: ReportKeyword[]; days: number; stretches: number },
): Promise<StretchCounts[]> {
  const keywordIds = batch.map(({ keywordId }) => keywordId);
  return countsByPeriod(db, workspaceId, { keywordIds, lastDay: period.periodEnd, days, stretches });
}

async function addCoverage(
  db: Db,
  { workspaceId, period }: NumbersQuery,
  {
    batch,
    coverage,
    daysBefore,
  }: { batch: ReportKeyword[]; coverage: Map<string, DayOutcomes>; daysBefore: Numbers['daysBefore'] },
): Promise<void> {
  const keywordIds = batch.map(({ keywordId }) => keywordId);
  const range = { since: addDays(period.periodStart, -lengthOf(period)), until: period.periodEnd };
  for (const row of await readOutcomes(db, workspaceId, { keywordIds, ...range })) {
    if (row.day < period.periodStart) {
      const days = daysBefore.get(row.platform) ?? new Set();
      daysBefore.set(row.platform, row.valid > 0 ? days.add(row.day) : days);
      continue;
    }
    const name = `${row.platform} ${row.day}`;
    const before = coverage.get(name);
    if (before) addOutcomes(before, row);
    else coverage.set(name, row);
  }
}

/** The days of one week of the history, counted back from the period's end. */
export function weekEnd({ periodEnd }: Period, ago: number): string {
  return addDays(periodEnd, -WINDOW_DAYS * ago);
}
