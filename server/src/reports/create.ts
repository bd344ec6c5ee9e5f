import { ApiError } from '../base/errors.ts';
import { makeId } from '../base/id.ts';
import { invalid } from '../base/problems.ts';
import { addDays, dayOf, daysBetween } from '../base/time.ts';
import type { Db } from '../store/db.ts';
import { countReports, insertReport, type ReportInput, type ReportWithSettings } from '../store/reports/reports.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { type Period, periodAround } from './period.ts';
import { sendAt } from './send-time.ts';

const MOST_SCHEDULES = 50;
const MOST_SINGLE = 500;
const LONGEST_DAYS = 400;

/**
 * A one-off report is due immediately. The first report of a schedule is due when the current week or month is over.
 */
export function createReport(
  db: Db,
  workspace: Workspace,
  { input, period }: { input: ReportInput; period: Partial<Period> },
): Promise<ReportWithSettings> {
  const { workspaceId, now } = workspace;
  const { schedule } = input;
  const own = periodOf(schedule, { given: period, today: dayOf(now) });
  const planned = { ...own, dueAt: schedule === 'once' ? now : sendAt(schedule, own, input) };
  return db.transaction(async (tx) => {
    const { schedules, single } = await countReports(tx, workspaceId);
    if (schedule === 'once' && single >= MOST_SINGLE) {
      throw new ApiError(409, `Limit of ${MOST_SINGLE} one-off reports reached`);
    }
    if (schedule !== 'once' && schedules >= MOST_SCHEDULES) {
      throw new ApiError(409, `Limit of ${MOST_SCHEDULES} scheduled reports reached`);
    }
    const reportId = makeId('rpt', now.getTime());
    return insertReport(tx, workspaceId, { ...input, ...planned, reportId, createdAt: now });
  });
}

/** The days of the first report. */
function periodOf(
  schedule: ReportInput['schedule'],
  { given, today }: { given: Partial<Period>; today: string },
): Period {
  if (schedule === 'once') return givenPeriod(given, today);
  refusePeriod(given);
  return periodAround(schedule, today);
}

/** As many full days as the schedule covers, up to yesterday. */
export function recentPeriod(
  schedule: ReportInput['schedule'],
  { given, today }: { given: Partial<Period>; today: string },
): Period {
  if (schedule === 'once') return givenPeriod(given, today);
  refusePeriod(given);
  return { periodStart: addDays(today, schedule === 'weekly' ? -7 : -30), periodEnd: addDays(today, -1) };
}

function refusePeriod(given: Partial<Period>): void {
  const names = [
    ...(given.periodStart === undefined ? [] : ['period_start']),
    ...(given.periodEnd === undefined ? [] : ['period_end']),
  ];
  if (names.length > 0) {
    throw invalid(names.map((name) => ({ path: [name], message: 'must be omitted: the schedule determines it' })));
  }
}

function givenPeriod({ periodStart, periodEnd }: Partial<Period>, today: string): Period {
  if (periodStart === undefined || periodEnd === undefined) {
    const missing = { period_start: periodStart, period_end: periodEnd };
    const names = Object.entries(missing).flatMap(([name, day]) => (day === undefined ? [name] : []));
    throw invalid(names.map((name) => ({ path: [name], message: 'is required' })));
  }
  if (periodEnd > today) throw invalid([{ path: ['period_end'], message: 'must not be in the future' }]);
  if (periodStart > periodEnd) throw invalid([{ path: ['period_start'], message: 'must not be after period_end' }]);
  if (daysBetween(periodStart, periodEnd) >= LONGEST_DAYS) {
    const message = `must be less than ${LONGEST_DAYS} days before period_end`;
    throw invalid([{ path: ['period_start'], message }]);
  }
  return { periodStart, periodEnd };
}
