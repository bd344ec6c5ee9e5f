import { LEAST_ANSWERS } from '../base/score-text.ts';
import type { MeasureDeps } from '../measure/ask.ts';
import { plannedAnswers } from '../measure/planned-answers.ts';
import type { KeywordRow } from '../store/keywords/rows.ts';
import { loadWorkspace, type Workspace } from '../store/workspaces/workspaces.ts';
import { type KeywordChange, keywordChanges } from './keyword-changes.ts';

type Row = Pick<KeywordRow, 'keywordId' | 'lastDay' | 'reading'> & {
  record: Pick<NonNullable<KeywordRow['record']>, 'visibility_score' | 'sample_size' | 'platform_evidence'> | undefined;
};
type Scored<One extends Row> = Omit<One, 'lastDay' | 'reading' | 'record'> & {
  record:
    | (NonNullable<One['record']> & { change: KeywordChange | undefined; planned: Record<string, number> })
    | undefined;
};

/** Keywords with the change of their score, and with the planned answers where there are too few for a score. */
export async function withChanges<One extends Row>(
  deps: MeasureDeps,
  workspaceId: string,
  rows: One[],
): Promise<Scored<One>[]> {
  const workspace = await loadWorkspace(deps.db, workspaceId);
  const [changes, plan] = await Promise.all([
    keywordChanges(deps.db, workspace, rows.flatMap(publishedOf)),
    planOf(deps, workspace, rows),
  ]);
  return rows.map(({ lastDay: _, reading: __, record, ...row }) => ({
    ...row,
    record: record && {
      ...record,
      change: changes.get(row.keywordId),
      planned: plan.get(row.keywordId) ?? {},
    },
  }));
}

function publishedOf({ keywordId, lastDay, reading, record }: Row) {
  if (!record || lastDay === undefined || reading === undefined) return [];
  return [{ keywordId, lastDay, reading, score: record.visibility_score, sampleSize: record.sample_size }];
}

async function planOf({ db, ask }: MeasureDeps, workspace: Workspace, rows: Row[]) {
  const keywordIds = rows.filter(hasFew).map(({ keywordId }) => keywordId);
  if (keywordIds.length === 0) return new Map<string, Record<string, number>>();
  return plannedAnswers(db, workspace, { keywordIds, platforms: await ask.platforms(workspace) });
}

function hasFew({ record }: Row): boolean {
  if (!record) return false;
  const samples = Object.values(record.platform_evidence).map(({ sample_size }) => sample_size);
  return [record.sample_size, ...samples].some((size) => size < LEAST_ANSWERS);
}
