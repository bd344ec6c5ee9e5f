import { addDays } from '../base/time.ts';
import type { Change } from '../score/change.ts';
import { WINDOW_DAYS } from '../score/window.ts';
import { answerIdsBehind } from '../store/answers/stored-answers.ts';
import type { Db } from '../store/db.ts';
import type { FoundEvent } from '../store/events/events.ts';
import { OWN_BRAND } from '../store/workspaces/readings.ts';
import { findWorkspace } from '../store/workspaces/workspaces.ts';
import { splitPublished } from './describe-split.ts';
import { findMarkers } from './markers.ts';
import type { Days, PeriodsQuery } from './split-periods.ts';
import { explainChange } from './why.ts';

/** Further ids are omitted. The query URL next to them lists all. */
const MOST_IDS = 500;

/**
 * The evidence of an event for display. Shows dates instead of window numbers and looks up the answers now, so that
 * stored events stay small.
 */
export async function showEvidence(db: Db, workspaceId: string, event: FoundEvent): Promise<object> {
  if (event.type === 'visibility.changed' || event.type === 'competitor.changed') {
    return showChange(db, workspaceId, event);
  }
  return event.type === 'alert.triggered' ? showAlert(db, workspaceId, event) : event.evidence;
}

interface ChangeEvidence extends Change {
  window: number;
  /** The first window of the new level. */
  window_first: number;
  /** The first and last window of the baseline. */
  baseline_first: number;
  baseline_last: number;
  /** The alias set version. */
  reading: number;
}

interface ChangeData {
  keyword_id: string;
  platform: string;
  previous_score: number;
  new_score: number;
  competitor_id?: string;
}

async function showChange(db: Db, workspaceId: string, event: FoundEvent): Promise<object> {
  const evidence = event.evidence as ChangeEvidence;
  const { window, window_first: start, baseline_first: first, baseline_last: last } = evidence;
  const firstDay = (await findWorkspace(db, workspaceId))?.firstDay ?? '';
  const closed = daysOf(firstDay, { first: start, last: window });
  const baseline = daysOf(firstDay, { first, last });
  const data = JSON.parse(event.body).data as ChangeData;
  const { keyword_id: keywordId, platform } = data;
  const behind = { keywordId, platform, ...closed, sharedWith: baseline };
  const compared = { keywordId, platform, fromDay: baseline.fromDay, toDay: closed.toDay };
  const markers = await markersBetween(db, workspaceId, compared);
  return {
    ...evidence,
    windowStart: closed.fromDay,
    windowEnd: closed.toDay,
    baselineStart: baseline.fromDay,
    baselineEnd: baseline.toDay,
    markers,
    ...(await splitAndExplain(db, workspaceId, {
      ...{ keywordId, platform, before: baseline, now: closed, markers },
      brandId: data.competitor_id ?? OWN_BRAND,
      reading: evidence.reading,
      phi: evidence.phi,
      onlyShared: true,
      isSignificant: true,
      change: data.new_score - data.previous_score,
    })),
    answers: queryOf({ keywordId, platform, ...closed }),
    baselineAnswers: queryOf({ keywordId, platform, ...baseline }),
    answerIds: await idsBehind(db, workspaceId, { event, ...behind }),
  };
}

/** Where the change comes from, and what else changed. Both undefined if the answers of a period are gone. */
async function splitAndExplain(db: Db, workspaceId: string, query: PeriodsQuery & { change: number }) {
  const split = await splitPublished(db, workspaceId, query);
  return { split, why: split && (await explainChange(db, workspaceId, { ...query, split })) };
}

function daysOf(firstDay: string, { first, last }: { first: number; last: number }): Days {
  const dayAfter = addDays(firstDay, WINDOW_DAYS * (last + 1));
  return { fromDay: addDays(firstDay, WINDOW_DAYS * first), toDay: addDays(dayAfter, -1) };
}

interface AlertEvidence {
  rule: { platform: string | null };
  /** Only of `overtaken`, which compares up to four weeks. */
  first_day?: string;
  last_day: string;
  value: number;
  week_before: { value: number } | null;
  within_noise: boolean;
  reading: number;
}

async function showAlert(db: Db, workspaceId: string, event: FoundEvent): Promise<object> {
  const evidence = event.evidence as AlertEvidence;
  const { rule, last_day: toDay } = evidence;
  const { keyword_id: keywordId } = JSON.parse(event.body).data as { keyword_id: string };
  const fromDay = evidence.first_day ?? addDays(toDay, 1 - WINDOW_DAYS);
  const behind = { keywordId, platform: rule.platform ?? undefined, fromDay, toDay };
  // A rule may compare with the seven days before.
  const before = { fromDay: addDays(fromDay, -WINDOW_DAYS), toDay: addDays(fromDay, -1) };
  const markers = await markersBetween(db, workspaceId, { ...behind, fromDay: before.fromDay });
  return {
    ...evidence,
    windowStart: fromDay,
    windowEnd: toDay,
    markers,
    ...(evidence.week_before
      ? await splitAndExplain(db, workspaceId, {
          ...{ keywordId, platform: behind.platform, before, now: { fromDay, toDay }, markers },
          brandId: OWN_BRAND,
          reading: evidence.reading,
          isSignificant: !evidence.within_noise,
          change: evidence.value - evidence.week_before.value,
        })
      : { split: null, why: null }),
    answers: queryOf(behind),
    answerIds: await idsBehind(db, workspaceId, { event, ...behind }),
  };
}

interface Behind extends Days {
  keywordId: string;
  platform: string | undefined;
}

/** Changes of the measurement after the first day, on the platform or on any. */
async function markersBetween(db: Db, workspaceId: string, { keywordId, platform, fromDay, toDay }: Behind) {
  const markers = await findMarkers(db, workspaceId, { keywordId, since: addDays(fromDay, 1), until: toDay });
  return markers.filter((marker) => platform === undefined || (marker.platform ?? platform) === platform);
}

function queryOf({ keywordId, platform, fromDay, toDay }: Behind): string {
  const place = { keyword_id: keywordId, ...(platform !== undefined && { platform }) };
  return `/api/v1/answers?${new URLSearchParams({ ...place, since: fromDay, until: toDay })}`;
}

function idsBehind(
  db: Db,
  workspaceId: string,
  { event, ...behind }: Behind & { event: FoundEvent; sharedWith?: Days },
): Promise<string[]> {
  return answerIdsBehind(db, workspaceId, { ...behind, recordedUpTo: event.createdAt, limit: MOST_IDS });
}
