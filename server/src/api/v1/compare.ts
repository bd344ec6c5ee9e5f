import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import { addDays, daysBetween } from '../../base/time.ts';
import { describeSplit } from '../../insight/describe-split.ts';
import { findMarkers } from '../../insight/markers.ts';
import type { Days } from '../../insight/split-periods.ts';
import { explainChange } from '../../insight/why.ts';
import { WINDOW_DAYS } from '../../score/window.ts';
import type { Db } from '../../store/db.ts';
import { OWN_BRAND } from '../../store/workspaces/readings.ts';
import { toWire } from '../wire.ts';
import * as schemas from './schemas.ts';

const LONGEST_DAYS = 400;
const PROBLEM = 'must be previous or two days such as 2026-02-01..2026-02-28';

/** The period to compare with. */
export const comparedPeriod = z
  .string()
  .refine((text) => text === 'previous' || isRange(text), PROBLEM)
  .optional()
  .describe(
    'Adds `comparison`: the change of the score of these days (without `since`, the last 7) from an earlier period, and where ' +
      'it comes from; with `include=evidence`, also `why`. `previous` (as many days directly before) or `2026-02-01..2026-02-28`.',
  )
  .meta({ example: 'previous' });

interface PeriodQuery {
  since?: string | undefined;
  compare?: string | undefined;
}

/** The two periods that a request compares. Undefined if it compares none. */
export function periodsOf({ since, compare }: PeriodQuery, { until }: { until: string }) {
  if (compare === undefined) return undefined;
  const fromDay = since ?? addDays(until, 1 - WINDOW_DAYS);
  // A period after the last day with answers is empty, not invalid.
  const now = { fromDay, toDay: fromDay > until ? fromDay : until };
  const before = compare === 'previous' ? daysBefore(now) : rangeIn(compare);
  if (before.fromDay > before.toDay) throw new ApiError(422, 'compare: its first day must not be after its last day');
  if (before.toDay >= now.fromDay) {
    throw new ApiError(422, `compare: must end before ${now.fromDay}, the first day of the period it is compared with`);
  }
  if (daysBetween(before.fromDay, now.toDay) > LONGEST_DAYS) {
    throw new ApiError(422, `compare: must start at most ${LONGEST_DAYS} days before ${now.toDay}`);
  }
  return { before, now };
}

interface Compared {
  keywordId: string;
  reading: number;
  before: Days;
  now: Days;
  isExplained: boolean;
}

export async function comparePeriods(
  db: Db,
  workspaceId: string,
  { keywordId, reading, before, now, isExplained }: Compared,
) {
  const days = { since: addDays(before.fromDay, 1), until: now.toDay };
  const markers = await findMarkers(db, workspaceId, { keywordId, ...days });
  const periods = { keywordId, brandId: OWN_BRAND, reading, before, now, markers, isSignificant: false };
  const split = await describeSplit(db, workspaceId, periods);
  const points = split ? split.newScore - split.previousScore : null;
  const why =
    split && isExplained
      ? await explainChange(db, workspaceId, { ...periods, split: { points: points ?? 0, parts: split.parts } })
      : undefined;
  return {
    since: now.fromDay,
    until: now.toDay,
    compared_since: before.fromDay,
    compared_until: before.toDay,
    score: split?.newScore ?? null,
    previous_score: split?.previousScore ?? null,
    points,
    sample_size: split?.sampleSize ?? 0,
    previous_sample_size: split?.previousSampleSize ?? 0,
    parts: split?.parts.map(toWire) ?? [],
    ...(isExplained && { why: why ? toWire(why) : null }),
  };
}

function daysBefore({ fromDay, toDay }: Days): Days {
  return { fromDay: addDays(fromDay, -1 - daysBetween(fromDay, toDay)), toDay: addDays(fromDay, -1) };
}

function isRange(text: string): boolean {
  const days = text.split('..');
  return days.length === 2 && days.every((day) => schemas.day.safeParse(day).success);
}

function rangeIn(text: string): Days {
  const [fromDay = '', toDay = ''] = text.split('..');
  return { fromDay, toDay };
}
