import { groupBy } from '../base/group-by.ts';
import { isoSeconds } from '../base/time.ts';
import { settingsOf } from '../measure/judge-window.ts';
import { METRIC_VERSION } from '../score/metrics.ts';
import { displayed } from '../score/window.ts';
import { countAskedKeywords } from '../store/counts/overview-counts.ts';
import { type AnsweringModel, reportKeywords } from '../store/counts/report-facts.ts';
import type { DayOutcomes } from '../store/days/outcomes.ts';
import type { Db } from '../store/db.ts';
import type { DueReport } from '../store/reports/queue.ts';
import { findReread, loadReading } from '../store/workspaces/readings.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { compared, isComparable, withoutComparison } from './compared.ts';
import type { ComparedScore, MeasuredPlatform, ReportContent, WeekScore } from './content.ts';
import { findMovers } from './find-movers.ts';
import { gatherFindings } from './gather-findings.ts';
import { gatherNumbers, type Numbers, weekEnd } from './gather-numbers.ts';
import { whatIsIncomplete } from './incomplete.ts';
import { markScores } from './mark-scores.ts';
import type { Period } from './period.ts';

export interface ToGather {
  workspace: Workspace;
  report: DueReport;
  keep: () => Promise<void>;
}

/** Gathers the content of a report. All scores come from `score/`, over the report's days. */
export async function gatherContent(db: Db, { workspace, report, keep }: ToGather): Promise<ReportContent> {
  const { workspaceId } = workspace;
  const settings = settingsOf(workspace);
  const subject = await loadReading(db, workspaceId, workspace.reading);
  const keywords = await reportKeywords(db, workspaceId, report);
  const numbers = await gatherNumbers(db, {
    workspaceId,
    firstDay: workspace.firstDay,
    keywords,
    period: report,
    settings,
    keep,
  });
  const total = numbers.current.score();
  const daysBefore = new Set([...numbers.daysBefore.values()].flatMap((days) => [...days])).size;
  const canCompare = isComparable(daysBefore, answeredDays(numbers.coverage));
  const keywordIds = keywords.map(({ keywordId }) => keywordId);
  const isEveryKeyword = report.keywordIds.length === 0 && report.tags.length === 0;
  const findings = await gatherFindings(db, { workspaceId, keywordIds, isEveryKeyword, period: report, subject, keep });
  const platforms = measuredPlatforms(numbers.coverage, findings.models);
  const { movers, changed } = findMovers(numbers.series);
  const scores = await markScores(
    db,
    {
      summary: total ? compared(total, canCompare ? numbers.previous.score()?.overall.score : undefined) : null,
      platforms: platformScores(numbers),
      keywords: numbers.keywords.map((keyword) => (canCompare ? keyword : withoutComparison(keyword))),
    },
    { workspace, period: report, keywordIds, movers, changed },
  );
  const days = { since: report.periodStart, until: report.periodEnd };
  return {
    report_id: report.reportId,
    name: report.name,
    period_start: report.periodStart,
    period_end: report.periodEnd,
    made_at: isoSeconds(workspace.now),
    simulated: findings.models.some(({ surface }) => surface === 'simulated') || workspace.mode === 'test',
    brand: subject?.brand.name ?? null,
    metric_version: METRIC_VERSION,
    summary: scores.summary,
    platforms: scores.platforms,
    history: historyOf(numbers, report),
    movers,
    share_of_voice: findings.voice,
    cited_pages: { own: findings.own, others: findings.others },
    measured: {
      keywords: await countAskedKeywords(db, workspaceId, { ...days, keywordIds }),
      prompts: numbers.prompts,
      ...sumsOf(platforms),
      platforms,
    },
    incomplete: whatIsIncomplete({
      workspace,
      period: report,
      keywords,
      scored: new Set(numbers.keywords.map(({ keyword_id }) => keyword_id)),
      days: numbers.coverage,
      platforms,
      daysBefore,
      canCompare,
      isReread: (await findReread(db, workspaceId)) !== undefined,
    }),
    keywords: scores.keywords.sort(
      (a, b) => b.visibility_score - a.visibility_score || (a.keyword < b.keyword ? -1 : 1),
    ),
  };
}

type Counts = Pick<DayOutcomes, 'valid' | 'truncated' | 'refused' | 'failed'>;

function sumsOf(rows: Counts[]) {
  const sum = (field: keyof Counts) => rows.reduce((all, row) => all + row[field], 0);
  const [valid, truncated, refused, failed] = [sum('valid'), sum('truncated'), sum('refused'), sum('failed')];
  return { questions: valid + truncated + refused + failed, valid, truncated, refused, failed };
}

function measuredPlatforms(days: DayOutcomes[], models: AnsweringModel[]): MeasuredPlatform[] {
  const platforms = [...groupBy(days, ({ platform }) => platform)].map(([platform, mine]) => {
    const answered = models.filter((row) => row.platform === platform);
    return {
      platform,
      ...sumsOf(mine),
      models: distinct(answered.flatMap(({ model }) => model ?? [])),
      surfaces: distinct(answered.map(({ surface }) => surface)),
    };
  });
  return platforms.sort((a, b) => (a.platform < b.platform ? -1 : 1));
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts)];
}

function answeredDays(coverage: DayOutcomes[]): number {
  return new Set(coverage.filter(({ valid }) => valid > 0).map(({ day }) => day)).size;
}

function platformScores({
  current,
  previous,
  coverage,
  daysBefore,
}: Numbers): (ComparedScore & { platform: string })[] {
  const [now, before] = [current.score(), previous.score()];
  return [...(now?.platforms ?? [])]
    .map(([platform, overall]) => {
      const citations = now?.cited.get(platform) ?? 0;
      const score = { platform, ...compared({ overall, citations }, before?.platforms.get(platform)?.score) };
      const daysNow = answeredDays(coverage.filter((day) => day.platform === platform));
      return isComparable(daysBefore.get(platform)?.size ?? 0, daysNow) ? score : withoutComparison(score);
    })
    .sort((a, b) => (a.platform < b.platform ? -1 : 1));
}

/** Oldest first. Weeks without a valid answer are left out. */
function historyOf({ weeks }: Numbers, period: Period): WeekScore[] {
  const points = weeks.flatMap((week, ago): WeekScore[] => {
    const score = week.score();
    if (!score) return [];
    const { overall, platforms } = score;
    return [
      {
        date: weekEnd(period, ago),
        visibility_score: overall.score,
        interval: overall.interval,
        sample_size: overall.n,
        platforms: displayed(platforms),
      },
    ];
  });
  return points.reverse();
}
