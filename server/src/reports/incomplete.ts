import { platformName } from '../base/platform-name.ts';
import { addDays, dayOf, daysBetween } from '../base/time.ts';
import { PLATFORM_IDS } from '../collect/platforms.ts';
import type { DayCoverage, ReportKeyword } from '../store/counts/report-facts.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import type { MeasuredPlatform } from './content.ts';
import { lengthOf } from './gather-numbers.ts';
import type { Period } from './period.ts';
import { listOf } from './wording.ts';

const MOST_NAMED = 5;
/** From here on unanswered questions are worth a sentence. */
const MANY_UNANSWERED = 0.1;

export interface Coverage {
  workspace: Workspace;
  period: Period;
  keywords: ReportKeyword[];
  /** Ids of the keywords that have a score. */
  scored: Set<string>;
  days: DayCoverage[];
  platforms: MeasuredPlatform[];
  /** Days of the period before, of the same length, that have a valid answer. */
  daysBefore: number;
  canCompare: boolean;
  isReread: boolean;
}

/** What the numbers of a report do not cover, in sentences a reader can weigh. */
export function whatIsIncomplete(coverage: Coverage): string[] {
  return [
    ...keywordGaps(coverage),
    ...periodGaps(coverage),
    ...comparisonGaps(coverage),
    ...platformGaps(coverage),
    ...(coverage.isReread
      ? ['Names were changed lately and stored answers are still being read again: numbers may still move.']
      : []),
  ];
}

function keywordGaps({ keywords, scored }: Coverage): string[] {
  if (keywords.length === 0) return ['No keyword matches what was chosen for this report.'];
  const without = keywords.filter(({ keywordId }) => !scored.has(keywordId));
  if (without.length === 0) return [];
  if (without.length === keywords.length) return ['None of the keywords has a valid answer in this period.'];
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
      ? [`Measuring began on ${workspace.firstDay}: the days before it are not covered.`]
      : []),
    ...(period.periodEnd >= today ? [`${today} was not over when this report was made.`] : []),
  ];
}

function comparisonGaps({ period, scored, daysBefore, canCompare }: Coverage): string[] {
  const days = lengthOf(period);
  if (scored.size === 0 || daysBefore >= days) return [];
  const [first, last] = [addDays(period.periodStart, -days), addDays(period.periodStart, -1)];
  const answered = `The period before, ${first} to ${last}, has valid answers on ${daysBefore} of ${days} days`;
  if (!canCompare) return [`${answered}: not enough to compare with.`];
  return [`${answered}: scores are compared with those.`];
}

function platformGaps({ workspace, period, days, platforms }: Coverage): string[] {
  if (platforms.length === 0) return [];
  const asked = new Set(platforms.map(({ platform }) => platform));
  const unasked = PLATFORM_IDS.filter((id) => id !== 'openai_compatible' && !asked.has(id)).map(platformName);
  const wanted = expectedDays(workspace, period);
  return [
    ...(unasked.length > 0 ? [`Not asked in this period: ${unasked.join(', ')}.`] : []),
    ...platforms.flatMap(({ platform, questions, refused, failed }) => {
      const answered = new Set(days.filter((day) => day.platform === platform && day.valid > 0).map(({ day }) => day));
      const missing = wanted.filter((day) => !answered.has(day));
      const unanswered = refused + failed;
      return [
        ...(missing.length > 0
          ? [
              `${platformName(platform)} gave no valid answer on ${missing.length} of ${wanted.length} days: ${listOf(missing, MOST_NAMED)}.`,
            ]
          : []),
        ...(unanswered / questions >= MANY_UNANSWERED
          ? [`${platformName(platform)} left ${unanswered} of ${questions} questions without a valid answer.`]
          : []),
      ];
    }),
  ];
}

/** The days of the period on which there could be answers. */
function expectedDays(workspace: Workspace, { periodStart, periodEnd }: Period): string[] {
  const first = periodStart > workspace.firstDay ? periodStart : workspace.firstDay;
  const yesterday = addDays(dayOf(workspace.now), -1);
  const last = periodEnd < yesterday ? periodEnd : yesterday;
  return Array.from({ length: Math.max(0, daysBetween(first, last) + 1) }, (_, i) => addDays(first, i));
}
