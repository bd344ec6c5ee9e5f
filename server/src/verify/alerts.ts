import { lookOf } from '../alerts/check.ts';
import { groupBy } from '../base/group-by.ts';
import { addDays, dayOf } from '../base/time.ts';
import { alertReason } from '../events/alerts.ts';
import type { StoredReader } from '../measure/read-stored.ts';
import { type AlertLook, isConfirmed } from '../score/alert.ts';
import type { Scatter } from '../score/scatter.ts';
import { scoreWindow, WINDOW_DAYS } from '../score/window.ts';
import type { ScoreRule } from '../store/alerts/alerts.ts';
import type { StoredEvent } from '../store/events/events.ts';
import { OWN_BRAND } from '../store/workspaces/readings.ts';
import type { ScatterAt } from './scatter-at.ts';

/**
 * An answer's record and an event carry the start time of their batch. Two concurrent batches of a keyword may
 * therefore be stored in the opposite order. This is longer than a batch takes.
 */
const OVERLAP_MS = 5 * 60_000;

interface AlertEvidence {
  rule: Pick<ScoreRule, 'condition' | 'threshold'> & { platform: string | null; only_significant: boolean };
  value_before: number | null;
  sample_size: number;
  last_day: string;
  reading: number;
  metric_version: number;
  scatter: Record<string, Scatter>;
}

/** `removed` if the texts it is based on were removed. */
export type Recomputed = { data: object; evidence: object } | 'undecidable' | 'removed' | undefined;

/**
 * Recomputes each `alert.triggered` of a rule on scores from the answers it is based on, as far as they are known. The
 * answers are read once for all events.
 */
export async function recomputeAlerts(
  stored: StoredReader,
  { events, scatterAt }: { events: StoredEvent[]; scatterAt: ScatterAt },
): Promise<Map<string, Recomputed>> {
  const expected = new Map<string, Recomputed>();
  const byReading = groupBy(events, ({ evidence }) => (evidence as AlertEvidence).reading);
  for (const [reading, mine] of byReading) {
    const answers = await readAnswers(stored, { reading, events: mine });
    for (const event of mine) expected.set(event.eventId, recompute(event, { answers, scatterAt }));
  }
  return expected;
}

function recompute(
  event: StoredEvent,
  { answers, scatterAt }: { answers: ReadAnswer[]; scatterAt: ScatterAt },
): Recomputed {
  const evidence = event.evidence as AlertEvidence;
  const scatter = scatterAt({ day: evidence.last_day, time: event.createdAt, stored: evidence.scatter });
  const { keyword } = event.data as { keyword: string };
  const { platform, only_significant: onlySignificant, ...stored } = evidence.rule;
  const rule = { ...stored, platform: platform ?? undefined, onlySignificant };
  const day = evidence.last_day;
  const first = addDays(day, 1 - 2 * WINDOW_DAYS);
  if (answers.some((answer) => answer.isNamed === undefined && answer.day >= first && answer.day <= day))
    return 'removed';
  const lookUpTo = (ms: number) => lookAt(answers, { platform: rule.platform, day, recordedUpTo: ms, scatter });
  const publishedAt = event.createdAt.getTime();
  const look = lookUpTo(publishedAt);
  if (look?.current.n !== evidence.sample_size && mayHaveSeen(evidence.sample_size, { lookUpTo, publishedAt })) {
    return 'undecidable';
  }
  if (!look) return undefined;
  const { current, earlier } = look;
  const before = evidence.value_before ?? undefined;
  return {
    data: {
      trigger_reason: alertReason({ rule, keyword: { keyword }, look, before }),
      current_score: current.score,
      threshold: rule.threshold,
    },
    evidence: {
      value: current.score,
      interval: current.interval,
      sample_size: current.n,
      week_before: earlier ? { value: earlier.score, interval: earlier.interval, sample_size: earlier.n } : null,
      within_noise: !isConfirmed(rule, look),
      scatter: Object.fromEntries(scatter),
    },
  };
}

interface ReadAnswer {
  platform: string;
  promptId: string;
  day: string;
  recordedMs: number;
  /** Undefined if it cannot be known any more. */
  isNamed: boolean | undefined;
}

async function readAnswers(
  stored: StoredReader,
  { reading, events }: { reading: number; events: StoredEvent[] },
): Promise<ReadAnswer[]> {
  const lastDays = events.map(({ evidence }) => (evidence as AlertEvidence).last_day).sort();
  const [first, last] = [lastDays[0], lastDays.at(-1)];
  if (first === undefined || last === undefined) return [];
  const days = { fromDay: addDays(first, 1 - 2 * WINDOW_DAYS), toDay: last };
  const read: ReadAnswer[] = [];
  for await (const answers of stored.answers({ reading, ...days })) {
    for (const { answer, status, findings } of answers) {
      if (status !== 'valid') continue;
      const isNamed = findings?.mentions.some(({ brandId }) => brandId === OWN_BRAND);
      const { platform, promptId, askedAt, recordedAt } = answer;
      read.push({ platform, promptId, day: dayOf(askedAt), recordedMs: recordedAt.getTime(), isNamed });
    }
  }
  return read;
}

function lookAt(
  answers: ReadAnswer[],
  {
    platform,
    day,
    recordedUpTo,
    scatter,
  }: {
    platform: string | undefined;
    day: string;
    recordedUpTo: number;
    scatter: ReadonlyMap<string, Scatter>;
  },
): AlertLook | undefined {
  const firstDay = addDays(day, 1 - 2 * WINDOW_DAYS);
  const then = answers
    .filter((answer) => answer.day >= firstDay && answer.day <= day && answer.recordedMs <= recordedUpTo)
    .map((answer) => ({ ...answer, n: 1, k: answer.isNamed ? 1 : 0, citations: 0 }));
  const border = addDays(day, -WINDOW_DAYS);
  const before = then.filter((answer) => answer.day <= border);
  const now = then.filter((answer) => answer.day > border);
  const current = scoreWindow(now, { before, scatter });
  const previous = scoreWindow(before, { before: [], scatter });
  return current && lookOf(platform, { day, current, previous });
}

function mayHaveSeen(
  answers: number,
  { lookUpTo, publishedAt }: { lookUpTo: (ms: number) => AlertLook | undefined; publishedAt: number },
): boolean {
  const atLeast = lookUpTo(publishedAt - OVERLAP_MS)?.current.n ?? 0;
  const atMost = lookUpTo(publishedAt + OVERLAP_MS)?.current.n ?? 0;
  return answers >= atLeast && answers <= atMost;
}
