import { addDays } from '../base/time.ts';
import type { Change } from '../score/significance.ts';
import { platformScore } from '../score/visibility.ts';
import { WINDOW_DAYS } from '../score/window.ts';
import { answerIdsBehind } from '../store/answers/stored-answers.ts';
import type { Db } from '../store/db.ts';
import type { FoundEvent } from '../store/events/events.ts';
import { findWorkspace } from '../store/workspaces/workspaces.ts';
import { findMarkers } from './markers.ts';

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

interface Days {
  fromDay: string;
  toDay: string;
}

interface ChangeEvidence extends Change {
  window: number;
  /** The first window of the new level. Missing in version 1, where it is the closed one. */
  window_first?: number;
  /** The first and last window of the baseline. Missing in events of earlier releases. */
  baseline_first?: number;
  baseline_last?: number;
}

async function showChange(db: Db, workspaceId: string, event: FoundEvent): Promise<object> {
  const evidence = event.evidence as ChangeEvidence;
  const { window, windows, baseline_first: first = window - windows, baseline_last: last = window - 1 } = evidence;
  const firstDay = (await findWorkspace(db, workspaceId))?.firstDay ?? '';
  const closed = daysOf(firstDay, { first: evidence.window_first ?? window, last: window });
  const baseline = daysOf(firstDay, { first, last });
  const { keyword_id: keywordId, platform } = JSON.parse(event.body).data as { keyword_id: string; platform: string };
  const behind = { keywordId, platform, ...closed, sharedWith: baseline };
  return {
    ...evidence,
    previousInterval: evidence.previousInterval ?? pooledInterval(evidence.n1, evidence.k1),
    newInterval: evidence.newInterval ?? pooledInterval(evidence.n2, evidence.k2),
    windowStart: closed.fromDay,
    windowEnd: closed.toDay,
    baselineStart: baseline.fromDay,
    baselineEnd: baseline.toDay,
    markers: await markersBetween(db, workspaceId, {
      keywordId,
      platform,
      fromDay: baseline.fromDay,
      toDay: closed.toDay,
    }),
    answers: queryOf({ keywordId, platform, ...closed }),
    baselineAnswers: queryOf({ keywordId, platform, ...baseline }),
    answerIds: await idsBehind(db, workspaceId, { event, ...behind }),
  };
}

function daysOf(firstDay: string, { first, last }: { first: number; last: number }): Days {
  const dayAfter = addDays(firstDay, WINDOW_DAYS * (last + 1));
  return { fromDay: addDays(firstDay, WINDOW_DAYS * first), toDay: addDays(dayAfter, -1) };
}

/** For events stored without an interval: the interval over all prompts combined. */
function pooledInterval(n: number, k: number) {
  return platformScore([{ promptId: '', n, k }])?.interval;
}

async function showAlert(db: Db, workspaceId: string, event: FoundEvent): Promise<object> {
  const { rule, last_day: toDay } = event.evidence as { rule: { platform: string | null }; last_day: string };
  const { keyword_id: keywordId } = JSON.parse(event.body).data as { keyword_id: string };
  const fromDay = addDays(toDay, 1 - WINDOW_DAYS);
  const behind = { keywordId, platform: rule.platform ?? undefined, fromDay, toDay };
  return {
    ...event.evidence,
    windowStart: fromDay,
    windowEnd: toDay,
    // A rule may compare with the seven days before.
    markers: await markersBetween(db, workspaceId, { ...behind, fromDay: addDays(fromDay, -WINDOW_DAYS) }),
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
