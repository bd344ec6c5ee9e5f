import { own } from '../base/own.ts';
import { addDays, dayOf, daysBetween } from '../base/time.ts';
import { changeEvent } from '../events/changes.ts';
import { seriesOf } from '../measure/judge-window.ts';
import type { StoredReader } from '../measure/read-stored.ts';
import { groupName, NOTHING, rememberedGroups } from '../measure/remembered.ts';
import { type Change, changeOf } from '../score/change.ts';
import { type ChangeSettings, judgeSeries, MEMORY, WINDOWS_JUDGED } from '../score/judge-group.ts';
import { WINDOW_DAYS } from '../score/window.ts';
import { readJudgedGroups } from '../store/counts/judged-groups.ts';
import type { StretchCounts } from '../store/days/counts.ts';
import type { Db } from '../store/db.ts';
import { eventsOf, type StoredEvent } from '../store/events/events.ts';
import { OWN_BRAND } from '../store/workspaces/readings.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { type Recomputed, recomputeAlerts } from './alerts.ts';
import { recomputeOvertaken } from './overtaken.ts';
import type { ScatterAt } from './scatter-at.ts';

interface ChangeEvidence extends Change {
  window: number;
  baseline_from: number;
  reading: number;
  settings: ChangeSettings;
}

/**
 * Recomputes each event of a keyword from the answers it is based on, as they were stored when it fired. Events of a
 * reading that an earlier version of the analysis made cannot be recomputed.
 */
export async function verifyEvents(
  db: Db,
  workspace: Workspace,
  { keywordId, readings, scatterAt, stored }: EventCheck,
): Promise<{ checked: number; unchecked: number; removed: number; differences: string[] }> {
  const all = await eventsOf(db, workspace.workspaceId, keywordId);
  const events = all.filter(({ evidence }) => readings.has((evidence as { reading: number }).reading));
  const differences: string[] = [];
  let removed = 0;
  const alerts = events.filter((event) => event.type === 'alert.triggered' && !isOvertaken(event));
  const expectedAlerts = await recomputeAlerts(stored, { events: alerts, scatterAt });
  for (const event of events.filter(isOvertaken)) {
    expectedAlerts.set(event.eventId, await recomputeOvertaken(db, workspace, { event, stored }));
  }
  for (const event of events) {
    const problems =
      event.type === 'alert.triggered'
        ? verifyAlert(event, expectedAlerts.get(event.eventId))
        : await verifyEvent(db, workspace, { event, stored });
    if (problems === 'removed') removed++;
    else differences.push(...problems.map((problem) => `event ${event.eventId} ${event.type}: ${problem}`));
  }
  return { checked: events.length - removed, unchecked: all.length - events.length, removed, differences };
}

interface EventCheck {
  keywordId: string;
  readings: Set<number>;
  scatterAt: ScatterAt;
  stored: StoredReader;
}

interface StoredBehind {
  event: StoredEvent;
  stored: StoredReader;
}

/** `removed` if the texts that an event is based on were removed, and it cannot be recomputed from their findings. */
type Problems = string[] | 'removed';

function isOvertaken({ evidence }: StoredEvent): boolean {
  return 'overtaken' in evidence;
}

function verifyEvent(db: Db, workspace: Workspace, behind: StoredBehind): Promise<Problems> {
  const { type } = behind.event;
  const isChange = type === 'visibility.changed' || type === 'competitor.changed';
  return isChange ? verifyChange(db, workspace, behind) : verifyFinding(behind);
}

function verifyAlert(event: StoredEvent, expected: Recomputed): Problems {
  if (expected === 'removed') return expected;
  if (expected === 'undecidable') return [];
  if (!expected) return ['the answers it is based on are missing'];
  return [...unequal(expected.data, event.data), ...unequal(expected.evidence, event.evidence)];
}

async function verifyChange(db: Db, workspace: Workspace, { event, stored }: StoredBehind): Promise<Problems> {
  const evidence = event.evidence as ChangeEvidence;
  const data = event.data as {
    keyword_id: string;
    keyword: string;
    platform: string;
    competitor_id?: string;
    competitor_name?: string;
  };
  const brandId = data.competitor_id ?? OWN_BRAND;
  const counts = await countsAt(workspace, { event, stored, evidence, brandId });
  if (counts === 'removed') return counts;
  const place = { keywordId: data.keyword_id, platform: data.platform, brandId };
  const change = await recomputeChange(db, workspace.workspaceId, { counts, evidence, ...place });
  if (!change) return ['the answers it is based on are missing'];
  const competitor = data.competitor_id ? { id: data.competitor_id, name: data.competitor_name ?? '' } : undefined;
  const expected = changeEvent({
    ...{
      keywordId: data.keyword_id,
      keyword: data.keyword,
      platform: data.platform,
      competitor,
      window: evidence.window,
    },
    change,
    evidence: {},
  });
  return [...unequal(expected.data, event.data), ...unequal(change, evidence)];
}

interface SeriesPlace {
  keywordId: string;
  platform: string;
  brandId: string;
}

/** From the answers, and from what the other series of the platform had left behind by then. */
async function recomputeChange(
  db: Db,
  workspaceId: string,
  { counts, evidence, ...place }: SeriesPlace & { counts: StretchCounts[]; evidence: ChangeEvidence },
): Promise<Change | undefined> {
  const { window, baseline_from: since } = evidence;
  const rows = await readJudgedGroups(db, workspaceId, { from: window - MEMORY, to: window - 1, of: place });
  const { group, indexOf } = rememberedGroups(rows).get(groupName(place.platform, place.brandId)) ?? NOTHING;
  const series = seriesOf(counts, since);
  if (!series) return undefined;
  const { settings } = evidence;
  const { looks } = judgeSeries(series, { window, group, index: indexOf.get(place.keywordId), settings });
  const look = looks.find((one) => one.look === evidence.look && one.p < one.level);
  return look && changeOf(look);
}

/** The series' counts per window, from the answers stored when the event was published. */
async function countsAt(
  { firstDay }: Workspace,
  { event, stored, evidence, brandId }: StoredBehind & { evidence: ChangeEvidence; brandId: string },
): Promise<StretchCounts[] | 'removed'> {
  const { keyword_id: keywordId, platform } = event.data as { keyword_id: string; platform: string };
  const toDay = addDays(firstDay, WINDOW_DAYS * (evidence.window + 1) - 1);
  const fromDay = addDays(toDay, 1 - WINDOW_DAYS * WINDOWS_JUDGED);
  const counts: StretchCounts[] = [];
  for await (const answers of stored.answers({ reading: evidence.reading, fromDay, toDay })) {
    for (const { answer, status, findings } of answers) {
      if (answer.platform !== platform || answer.recordedAt > event.createdAt || status !== 'valid') continue;
      if (!findings) return 'removed';
      const isNamed = findings.mentions.some((mention) => mention.brandId === brandId);
      const ago = Math.floor(daysBetween(dayOf(answer.askedAt), toDay) / WINDOW_DAYS);
      counts.push({ keywordId, platform, promptId: answer.promptId, ago, n: 1, k: isNamed ? 1 : 0, citations: 0 });
    }
  }
  return counts;
}

/** `mention.new` and `citation.new` are based on one answer, which must match the event. */
async function verifyFinding({ event, stored }: StoredBehind): Promise<Problems> {
  const { answer_ids: answerIds = [], reading } = event.evidence as { answer_ids?: string[]; reading: number };
  const read = answerIds[0] && (await stored.answer(answerIds[0], reading));
  if (!read) return ['the answer it is based on is missing'];
  if (!read.findings) return 'removed';
  const { mentions, citations } = read.findings;
  if (event.type === 'mention.new') {
    const mention = mentions.find(({ brandId }) => brandId === OWN_BRAND);
    if (!mention) return ['the answer it is based on does not mention the brand'];
    const { position, sentiment, context } = mention;
    return unequal({ position, sentiment, context, platform: read.answer.platform }, event.data);
  }
  const { url } = event.data as { url: string };
  const isCited = citations.some((one) => one.kind === 'cited' && one.owner === 'own' && one.url === url);
  return isCited ? [] : [`the answer it is based on does not cite ${url}`];
}

/** The database stores evidence with its fields in another order. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, inOrder(one)]));
}

function unequal(expected: object, stored: object): string[] {
  const values = stored as Record<string, unknown>;
  return Object.entries(expected)
    .filter(([field, value]) => JSON.stringify(inOrder(value)) !== JSON.stringify(inOrder(own(values, field))))
    .map(
      ([field, value]) =>
        `${field}: published ${JSON.stringify(own(values, field))}, recomputed ${JSON.stringify(value)}`,
    );
}
