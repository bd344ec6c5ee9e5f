import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import type { TimeRange } from '../../store/time-range.ts';
import { keywordId, platform } from './text-fields.ts';

const DEFAULT_DAYS = 30;
const LONGEST_DAYS = 400;
const DAY_MS = 86_400_000;
/** There is no older data. PostgreSQL has no year 0, and JavaScript writes years from 10000 in another format. */
const EARLIEST_MS = Date.parse('1970-01-01');
const LATEST_MS = Date.parse('9999-12-31');

const time = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: ({ input }) => timeProblem(String(input)),
});

/** `since` and `until` of every list: a day, which counts in full, or a time. */
export const rangeQuery = {
  since: time
    .optional()
    .describe('A day (from its start in UTC) or a time. Returns records at or after it.')
    .meta({ example: '2026-10-01' }),
  until: time
    .optional()
    .describe('A day (to its end in UTC) or a time. Returns records before it.')
    .meta({ example: '2026-10-31' }),
};

/** The filters of every list based on answers. */
export const answerQuery = {
  keyword_id: keywordId.optional().describe('Filter by keyword.'),
  platform: platform.optional().describe('Filter by platform.').meta({ example: 'chatgpt' }),
  ...rangeQuery,
};

interface RangeQuery {
  since?: string | undefined;
  until?: string | undefined;
}

/** The requested bounds, if any. */
export function boundsOf(query: RangeQuery): { since: Date | undefined; until: Date | undefined } {
  const since = query.since === undefined ? undefined : storable(Date.parse(query.since));
  const until = query.until === undefined ? undefined : endOf(query.until);
  if (since && until && query.until && (since > until || (isDay(query.until) && since.getTime() === until.getTime()))) {
    throw new ApiError(422, 'since: must not be after until');
  }
  return { since, until };
}

/** For days, which may be equal. */
export function checkOrder({ since, until }: RangeQuery): void {
  if (since !== undefined && until !== undefined && since > until) {
    throw new ApiError(422, 'since: must not be after until');
  }
}

/** The range of a list of answers, mentions or citations. Default: the last 30 days. At most 400 days and today. */
export function rangeOf(query: RangeQuery, now: Date): TimeRange {
  const bounds = boundsOf(query);
  // A range that starts after today is empty, not invalid.
  const until = bounds.until ?? later(endOf(now.toISOString().slice(0, 10)), bounds.since);
  const since = bounds.since ?? storable(until.getTime() - DEFAULT_DAYS * DAY_MS);
  if (since > until) throw new ApiError(422, 'since: must not be after until');
  if (until.getTime() - since.getTime() > (LONGEST_DAYS + 1) * DAY_MS) {
    throw new ApiError(422, `since: must be at most ${LONGEST_DAYS} days before until`);
  }
  return { since, until };
}

function timeProblem(text: string): string {
  const [date, zone] = text.split('T');
  const isClock = /^\d{4}-\d\d-\d\d$/.test(date ?? '') && /^\d\d:\d\d/.test(zone ?? '');
  if (isClock && / \d\d:?\d\d$/.test(text))
    return 'must have the + of its time zone encoded as %2B, because + means a space in a URL';
  if (isClock && /^[\d:.]+$/.test(zone ?? '')) return 'must include a time zone, such as 2026-01-31T12:00:00Z';
  return 'must be a date such as 2026-01-31 or a time such as 2026-01-31T12:00:00Z';
}

function later(time: Date, other: Date | undefined): Date {
  return other && other > time ? other : time;
}

function endOf(until: string): Date {
  return storable(Date.parse(until) + (isDay(until) ? DAY_MS : 0));
}

function isDay(text: string): boolean {
  return !text.includes('T');
}

function storable(timeMs: number): Date {
  return new Date(Math.min(LATEST_MS, Math.max(EARLIEST_MS, timeMs)));
}
