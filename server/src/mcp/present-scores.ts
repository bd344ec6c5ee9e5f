import type { PlatformEvidence } from '@visibility/sdk';
import { own } from '../base/own.ts';
import { collecting, NO_CLEAR_CHANGE, pointsText } from '../base/score-text.ts';
import { platformName } from '../collect/platform-name.ts';
import type { KeywordChange } from '../insight/keyword-changes.ts';
import { withChanges } from '../insight/scored-rows.ts';
import type { MeasureDeps } from '../measure/ask.ts';
import { recordEnds } from '../store/counts/record-ends.ts';

type Json = Record<string, unknown>;

/** A record of a score, with what the presentation needs. */
interface ScoreRecord extends Json {
  keyword_id?: string;
  visibility_score: number;
  sample_size: number;
  platforms: Record<string, number>;
  platform_evidence?: Record<string, PlatformEvidence>;
  history?: { visibility_score: number; sample_size: number }[];
}

/**
 * Scores as a reader should report them: a text in place of a score with too few answers, and the change in points and
 * words in place of the relative `trend`.
 */
export async function presentScores(deps: MeasureDeps, workspaceId: string, answer: Json): Promise<Json> {
  const isList = Array.isArray(answer.data);
  const records = (isList ? answer.data : [answer]) as ScoreRecord[];
  const known = await knownOf(deps, workspaceId, records);
  const shown = records.map((record) => presentRecord(record, known.get(record.keyword_id ?? '')));
  return isList ? { ...answer, data: shown } : (shown[0] ?? answer);
}

interface Known {
  change: KeywordChange | undefined;
  planned: Record<string, number>;
}

async function knownOf(deps: MeasureDeps, workspaceId: string, records: ScoreRecord[]): Promise<Map<string, Known>> {
  const keywordIds = records.flatMap(({ keyword_id }) => keyword_id ?? []);
  const ends = new Map((await recordEnds(deps.db, workspaceId, keywordIds)).map((end) => [end.keywordId, end]));
  const rows = records.flatMap((record) => {
    const end = ends.get(record.keyword_id ?? '');
    return end ? [{ ...end, record: { platform_evidence: {}, ...record } }] : [];
  });
  const scored = await withChanges(deps, workspaceId, rows);
  return new Map(scored.flatMap(({ keywordId, record }) => (record ? [[keywordId, record]] : [])));
}

function presentRecord({ trend: _, ...rest }: ScoreRecord, known: Known | undefined): Json {
  const record = rest as ScoreRecord;
  const { visibility_score, sample_size, platforms, platform_evidence = {}, history } = record;
  const planned = known?.planned ?? {};
  const all = Object.values(planned).reduce((sum, answers) => sum + answers, 0);
  const byPlatform = Object.entries(platforms).map(([platform, score]) => {
    const answers = own(platform_evidence, platform)?.sample_size ?? sample_size;
    return [platform, collecting(answers, own(planned, platform)) ?? score];
  });
  return {
    ...record,
    visibility_score: collecting(sample_size, all) ?? visibility_score,
    platforms: Object.fromEntries(byPlatform),
    ...(known && { change: changeText(known.change) }),
    ...(history && { history: history.map((point) => presentPoint(point, all)) }),
  };
}

function presentPoint<Point extends { visibility_score: number; sample_size: number }>(point: Point, planned: number) {
  return { ...point, visibility_score: collecting(point.sample_size, planned) ?? point.visibility_score };
}

/** `−12 points from 52: significant on Gemini`. Null with too few answers to compare. */
function changeText(change: KeywordChange | undefined): string | null {
  if (!change) return null;
  const { points, previousScore, significant, platforms } = change;
  const moved = `${pointsText(points)} from ${previousScore}`;
  if (significant) return `${moved}: significant on ${platforms.map(platformName).join(', ')}`;
  return significant === false ? `${moved}: ${NO_CLEAR_CHANGE}` : `${moved}: not tested yet`;
}
