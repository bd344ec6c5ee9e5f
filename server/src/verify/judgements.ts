import { groupBy } from '../base/group-by.ts';
import { seriesOf } from '../measure/judge-window.ts';
import { NOTHING } from '../measure/remembered.ts';
import { correctFamily } from '../score/correct-family.ts';
import {
  DEFAULT_CHANGE_SETTINGS,
  judgeSeries,
  type Look,
  type SeriesJudgement,
  WINDOWS_JUDGED,
  type WindowMemory,
} from '../score/judge-group.ts';
import { type Scatter, seriesScatter } from '../score/scatter.ts';
import { type Judgement, judgementsOf } from '../store/counts/judged-groups.ts';
import { seriesName } from '../store/counts/series.ts';
import type { Db } from '../store/db.ts';
import { OWN_BRAND } from '../store/workspaces/readings.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import type { AnswersUnder, ReadAnswer } from './read-answers.ts';
import type { GroupMemory } from './remembered-groups.ts';

/** The scatter of the own brand after a window, recomputed. */
export interface KnownScatter extends Scatter {
  platform: string;
  window: number;
  judgedAt: Date;
}

interface Replayed {
  row: Judgement;
  judgement: SeriesJudgement | undefined;
  /** Undefined if it cannot be recomputed, because older windows were deleted. */
  scatter: Scatter | undefined;
}

/**
 * Judges each window of a keyword again, from the answers stored by then: what it left behind, its scatter, and whether
 * the keyword changed.
 */
export async function verifyJudgements(
  db: Db,
  workspace: Workspace,
  { keywordId, memory, answersUnder }: { keywordId: string; memory: GroupMemory; answersUnder: AnswersUnder },
): Promise<{ differences: string[]; scatter: KnownScatter[]; skipped: number }> {
  const judged = await judgementsOf(db, workspace.workspaceId, keywordId);
  const replayed: Replayed[] = [];
  for (const [reading, mine] of groupBy(judged, (one) => one.reading)) {
    const answers = await answersUnder(reading);
    for (const row of mine) {
      const behind = knownAnswers(row, answers.get(row.platform) ?? []);
      if (behind) replayed.push(await replay(row, { answers: behind, memory }));
    }
  }
  replayed.sort((a, b) => a.row.window - b.row.window);
  return {
    skipped: judged.length - replayed.length,
    differences: [
      ...replayed.flatMap(({ row, judgement }) => unequal(row, judgement?.memory)),
      ...(await verifyStarts(replayed, memory)),
    ],
    scatter: replayed.flatMap(({ row: { platform, window, judgedAt, brandId }, scatter }) =>
      scatter && brandId === OWN_BRAND ? [{ platform, window, judgedAt, ...scatter }] : [],
    ),
  };
}

/** The answers that a window was judged by. Undefined if the findings of some cannot be known any more. */
function knownAnswers({ window, judgedAt }: Judgement, answers: ReadAnswer[]): ReadAnswer[] | undefined {
  const behind = answers.filter(
    (answer) =>
      answer.window <= window && answer.window > window - WINDOWS_JUDGED && answer.recordedMs <= judgedAt.getTime(),
  );
  return behind.every(({ brandIds }) => brandIds) ? behind : undefined;
}

async function replay(
  row: Judgement,
  { answers, memory }: { answers: ReadAnswer[]; memory: GroupMemory },
): Promise<Replayed> {
  const { keywordId, platform, brandId, window, since, minPoints, changeLevel: level } = row;
  const counts = answers.map(({ promptId, window: at, brandIds }) => {
    const place = { keywordId, platform, promptId, ago: window - at };
    return { ...place, n: 1, k: brandIds?.has(brandId) ? 1 : 0, citations: 0 };
  });
  const series = seriesOf(counts, since);
  const around = await memory.around(row);
  const group = around?.before.group ?? { ...NOTHING.group, baselineWindows: row.baselineWindows };
  const settings = { ...DEFAULT_CHANGE_SETTINGS, minPoints, level };
  const index = around?.before.indexOf.get(keywordId);
  const judgement = series && judgeSeries(series, { window, group, index, settings });
  const { after } = around ?? {};
  const scatter =
    after && judgement && seriesScatter(after.group.scatter, after.indexOf.get(keywordId), judgement.prior);
  return { row, judgement: judgement && (around ? judgement : { ...judgement, looks: [] }), scatter };
}

function unequal({ platform, brandId, window, memory }: Judgement, recomputed: WindowMemory | undefined): string[] {
  if (JSON.stringify(memory) === JSON.stringify(recomputed)) return [];
  const place = `window ${window} ${platform} ${brandId}`;
  return [`${place}: stored ${JSON.stringify(memory)}; recomputed ${JSON.stringify(recomputed) ?? 'nothing'}`];
}

/**
 * A change starts a new baseline. The first window of the baseline in each following window, and that stored for the
 * next one, must be those of the recomputed verdicts.
 */
async function verifyStarts(replayed: Replayed[], memory: GroupMemory): Promise<string[]> {
  const verdicts = verdictsOf(replayed);
  const comparable = new Map<number, Map<string, number>>();
  for (const window of new Set(replayed.map(({ row }) => row.window))) {
    comparable.set(window, await memory.comparable(window));
  }
  const differences: string[] = [];
  const series = groupBy(replayed, ({ row }) => seriesName(row.keywordId, row.platform, row.brandId));
  for (const [name, mine] of series) {
    const from = (window: number, platform: string) => comparable.get(window)?.get(platform) ?? 0;
    const decided = mine.filter(({ scatter }) => scatter);
    differences.push(...startsOf(decided, { verdicts, from, level: memory.changed.get(name) ?? 0 }));
  }
  return differences;
}

interface Starts {
  verdicts: Map<Judgement, Look>;
  /** The first window after the latest change of what we ask a platform with. */
  from: (window: number, platform: string) => number;
  /** The stored window of the last change. */
  level: number;
}

function startsOf(series: Replayed[], { verdicts, from, level }: Starts): string[] {
  const differences: string[] = [];
  let expected: number | undefined;
  for (const { row } of series) {
    const { window, platform, brandId, since } = row;
    const comparable = from(window, platform);
    // An import can add an earlier change of the model afterwards.
    const possible = expected === undefined ? [since] : [Math.max(expected, comparable), expected];
    if (!possible.some((one) => isSameStart(one, since, window)))
      differences.push(`window ${window} ${platform} ${brandId}: baseline from ${since}; recomputed ${possible[0]}`);
    const isOwnLevel = comparable === 0 || since > comparable;
    expected = verdicts.get(row)?.start ?? expected ?? (isOwnLevel ? since : undefined);
  }
  const last = series.at(-1)?.row;
  if (!last || expected === undefined || isSameStart(level, expected, last.window)) return differences;
  const place = `series ${last.platform} ${last.brandId}`;
  return [...differences, `${place}: last changed in window ${level}; recomputed ${expected}`];
}

/** Before the oldest window that is compared it makes no difference. */
function isSameStart(one: number, other: number, window: number): boolean {
  const oldest = window - WINDOWS_JUDGED + 1;
  return Math.max(one, oldest) === Math.max(other, oldest);
}

/** The look by which a series changed. All competitors of one keyword on one platform are corrected together. */
function verdictsOf(replayed: Replayed[]): Map<Judgement, Look> {
  const families = groupBy(replayed, ({ row: { platform, window, brandId } }) =>
    brandId === OWN_BRAND ? `${platform} ${window}` : `competitors ${platform} ${window}`,
  );
  const verdicts = new Map<Judgement, Look>();
  for (const members of families.values()) {
    const isOwn = members[0]?.row.brandId === OWN_BRAND;
    const size = members.filter(({ judgement }) => judgement?.memory.square !== undefined).length;
    const hits = correctFamily(
      members.map(({ judgement }) => judgement?.looks ?? []),
      isOwn ? undefined : size,
    );
    members.forEach(({ row }, index) => {
      const hit = hits[index];
      if (hit) verdicts.set(row, hit.look);
    });
  }
  return verdicts;
}
