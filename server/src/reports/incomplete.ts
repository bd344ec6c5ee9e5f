import { addDays, dayOf, daysBetween } from '../base/time.ts';
import { platformName } from '../collect/platform-name.ts';
import { PLATFORMS } from '../collect/platforms.ts';
import type { ReportKeyword } from '../store/counts/report-facts.ts';
import type { DayOutcomes } from '../store/days/outcomes.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import type { MeasuredPlatform } from './content.ts';
import { lengthOf } from './gather-numbers.ts';
import type { Period } from './period.ts';
import { listOf } from './wording.ts';

const MOST_NAMED = 5;
/** From this share on, prompts without a valid answer are reported. */
const MANY_UNANSWERED = 0.1;

export interface Coverage {
  workspace: Workspace;
  period: Period;
  keywords: ReportKeyword[];
  /** Ids of the keywords with a score. */
  scored: Set<string>;
  days: DayOutcomes[];
  platforms: MeasuredPlatform[];
  /** Days with a valid answer in the previous period of the same length. */
  daysBefore: number;
  canCompare: boolean;
  isReread: boolean;
}

/** What the scores of a report do not cover, one sentence each. */
export function whatIsIncomplete(coverage: Coverage): string[] {
  return [
    ...keywordGaps(coverage),
    ...periodGaps(coverage),
    ...comparisonGaps(coverage),
    ...platformGaps(coverage),
    ...(coverage.isReread
      ? ['Brand names were changed recently and stored answers are still being re-analyzed. Scores may still change.']
      : []),
  ];
}

function keywordGaps({ keywords, scored }: Coverage): string[] {
  if (keywords.length === 0) return ['No keyword matches the selection for this report.'];
  const without = keywords.filter(({ keywordId }) => !scored.has(keywordId));
  if (without.length === 0) return [];
  if (without.length === keywords.length) return ['No keyword has a valid answer in this period.'];
  const paused = without.filter(({ isPaused }) => isPaused).length;
  const names = listOf(
    without.map(({ keyword }) => keyword),
    MOST_NAMED,
  );
  const because = paused > 0 ? ` (${paused} paused)` : '';
  return [`${without.length} of ${keywords.length} keywords have no valid answer in this period${because}: ${names}.`];
}

function periodGaps({ workspace, period }: Coverage): string[] {
  const today = dayOf(workspace.now);
  return [
    ...(period.periodStart < workspace.firstDay
      ? [`Measuring started on ${workspace.firstDay}. Earlier days are not covered.`]
      : []),
    ...(period.periodEnd >= today ? [`${today} was not over when this report was created.`] : []),
  ];
}

function comparisonGaps({ period, scored, daysBefore, canCompare }: Coverage): string[] {
  const days = lengthOf(period);
  if (scored.size === 0 || daysBefore >= days) return [];
  const [first, last] = [addDays(period.periodStart, -days), addDays(period.periodStart, -1)];
  const answered = `The previous period, ${first} to ${last}, has valid answers on ${daysBefore} of ${days} days`;
  if (!canCompare) return [`${answered}. This is not enough to compare.`];
  return [`${answered}. Scores are compared with these days.`];
}

function platformGaps({ workspace, period, days, platforms }: Coverage): string[] {
  if (platforms.length === 0) return [];
  const asked = new Set(platforms.map(({ platform }) => platform));
  const unasked = PLATFORMS.filter(({ id, isExpected }) => isExpected && !asked.has(id)).map(({ name }) => name);
  const wanted = expectedDays(workspace, period);
  return [
    ...(unasked.length > 0 ? [`Not measured in this period: ${unasked.join(', ')}.`] : []),
    ...platforms.flatMap(({ platform, questions, truncated, refused, failed }) => {
      const answered = new Set(days.filter((day) => day.platform === platform && day.valid > 0).map(({ day }) => day));
      const missing = wanted.filter((day) => !answered.has(day));
      const unanswered = truncated + refused + failed;
      return [
        ...(missing.length > 0
          ? [
              `${platformName(platform)} gave no valid answer on ${missing.length} of ${wanted.length} days: ${listOf(missing, MOST_NAMED)}.`,
            ]
          : []),
        ...(unanswered / questions >= MANY_UNANSWERED
          ? [`${platformName(platform)} gave no valid answer to ${unanswered} of ${questions} prompts.`]
          : []),
      ];
    }),
  ];
}

/** The days of the period on which answers are expected. */
function expectedDays(workspace: Workspace, { periodStart, periodEnd }: Period): string[] {
  const first = periodStart > workspace.firstDay ? periodStart : workspace.firstDay;
  const yesterday = addDays(dayOf(workspace.now), -1);
  const last = periodEnd < yesterday ? periodEnd : yesterday;
  return Array.from({ length: Math.max(0, daysBetween(first, last) + 1) }, (_, i) => addDays(first, i));
}
