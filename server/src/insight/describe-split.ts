import { platformName } from '../collect/platform-name.ts';
import type { ChangeCause, ChangePart } from '../score/split-change.ts';
import type { Db } from '../store/db.ts';
import { promptsOf } from '../store/keywords/panels.ts';
import type { Marker } from './markers.ts';
import { modelChanges, type PeriodsQuery, type SplitPeriods, splitPeriods } from './split-periods.ts';

/** A part of a change, with words. */
export interface DescribedPart {
  cause: ChangeCause | 'late_answers';
  platform: string | undefined;
  /** The text of the prompt. */
  prompt: string | undefined;
  text: string;
  points: number;
}

export interface DescribedSplit extends Omit<SplitPeriods, 'parts'> {
  parts: DescribedPart[];
}

/** Where a change comes from, in words. Undefined if a period has no valid answer. */
export async function describeSplit(
  db: Db,
  workspaceId: string,
  query: PeriodsQuery,
): Promise<DescribedSplit | undefined> {
  const [split, prompts] = await Promise.all([
    splitPeriods(db, workspaceId, query),
    promptsOf(db, workspaceId, query.keywordId),
  ]);
  if (!split) return undefined;
  const texts = new Map(prompts.map(({ promptId, text }) => [promptId, text]));
  const changes = modelChanges(query.markers, query.now.fromDay);
  const parts = split.parts.map((part) => {
    const prompt = part.promptId && texts.get(part.promptId);
    const text = describe(part, { prompt, change: changes.get(part.platform ?? '') });
    return { cause: part.cause, platform: part.platform, prompt, text, points: part.points };
  });
  return { ...split, parts };
}

/**
 * The split of a published change. Answers that were stored afterwards changed the counts, so that their effect is a
 * part of its own.
 */
export async function splitPublished(
  db: Db,
  workspaceId: string,
  { change, ...query }: PeriodsQuery & { change: number },
): Promise<{ points: number; parts: DescribedPart[] } | undefined> {
  const split = await describeSplit(db, workspaceId, query);
  if (!split) return undefined;
  const late = change - (split.newScore - split.previousScore);
  if (late === 0) return { points: change, parts: split.parts };
  const text = 'Answers stored after the event are not counted in it';
  const part = { cause: 'late_answers' as const, platform: undefined, prompt: undefined, text, points: late };
  return { points: change, parts: [...split.parts.slice(0, -1), part, ...split.parts.slice(-1)] };
}

function describe(
  { cause, platform = '', missing }: ChangePart,
  { prompt = '', change }: { prompt: string | undefined; change: Marker | undefined },
): string {
  const name = platformName(platform);
  switch (cause) {
    case 'prompt':
      return `Prompt “${prompt}”`;
    case 'platform':
      return `All prompts on ${name}`;
    case 'model':
      return `All prompts on ${name}, with the ${change?.type ?? 'model'} change on ${change?.date}`;
    case 'panel':
      return `Prompt “${prompt}”: ${ONLY[missing ?? 'now']}`;
    case 'coverage':
      return `${name}: ${ONLY[missing ?? 'now']}`;
    case 'noise':
      return 'Sample noise';
  }
}

const ONLY = { before: 'answers only in the second period', now: 'answers only in the first period' };
