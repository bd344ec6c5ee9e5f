import { analyze } from '../analyze/analyze.ts';
import { countedStatus } from '../analyze/counted-status.ts';
import { groupBy } from '../base/group-by.ts';
import { dayOf } from '../base/time.ts';
import { seriesOf } from '../measure/judge-window.ts';
import { loadReader } from '../measure/reader.ts';
import { NOTHING } from '../measure/remembered.ts';
import { DEFAULT_CHANGE_SETTINGS, judgeSeries, type WindowMemory } from '../score/judge-group.ts';
import { windowOf } from '../score/window.ts';
import { storedAnswers } from '../store/answers/stored-answers.ts';
import { type Judgement, judgementsOf } from '../store/counts/judged-groups.ts';
import type { Db } from '../store/db.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';

/**
 * Recomputes what each judged window of a keyword left behind, from the answers stored by then. The scatter behind
 * events is based on it.
 */
export async function verifyJudgements(db: Db, workspace: Workspace, keywordId: string): Promise<string[]> {
  const judged = await judgementsOf(db, workspace.workspaceId, keywordId);
  const differences: string[] = [];
  for (const [reading, mine] of groupBy(judged, (one) => one.reading)) {
    const answers = await readAnswers(db, workspace, { keywordId, reading });
    for (const one of mine) differences.push(...unequal(one, recompute(one, answers.get(one.platform) ?? [])));
  }
  return differences;
}

interface ReadAnswer {
  platform: string;
  promptId: string;
  window: number;
  recordedMs: number;
  brandIds: Set<string>;
}

/** By platform. */
async function readAnswers(
  db: Db,
  { workspaceId, firstDay }: Workspace,
  { keywordId, reading }: { keywordId: string; reading: number },
): Promise<Map<string, ReadAnswer[]>> {
  const reader = await loadReader(db, workspaceId, reading);
  const read: ReadAnswer[] = [];
  for await (const answers of storedAnswers(db, workspaceId, { keywordId })) {
    for (const answer of answers) {
      const findings = analyze(answer, reader);
      if (countedStatus(answer.status, findings) !== 'valid') continue;
      const { platform, promptId, askedAt, recordedAt } = answer;
      const brandIds = new Set(findings.mentions.map(({ brandId }) => brandId));
      const window = windowOf(firstDay, dayOf(askedAt));
      read.push({ platform, promptId, window, recordedMs: recordedAt.getTime(), brandIds });
    }
  }
  return groupBy(read, ({ platform }) => platform);
}

function recompute(judgement: Judgement, answers: ReadAnswer[]): WindowMemory | undefined {
  const { keywordId, platform, brandId, window, since, judgedAt, baselineWindows } = judgement;
  const counts = answers
    .filter((answer) => answer.window <= window && answer.recordedMs <= judgedAt.getTime())
    .map(({ promptId, window: at, brandIds }) => {
      const place = { keywordId, platform, promptId, ago: window - at };
      return { ...place, n: 1, k: brandIds.has(brandId) ? 1 : 0, citations: 0 };
    });
  const series = seriesOf(counts, since);
  const group = { ...NOTHING.group, baselineWindows };
  return series && judgeSeries(series, { window, group, index: undefined, settings: DEFAULT_CHANGE_SETTINGS }).memory;
}

function unequal({ platform, brandId, window, memory }: Judgement, recomputed: WindowMemory | undefined): string[] {
  if (JSON.stringify(memory) === JSON.stringify(recomputed)) return [];
  const place = `window ${window} ${platform} ${brandId}`;
  return [`${place}: stored ${JSON.stringify(memory)}; recomputed ${JSON.stringify(recomputed) ?? 'nothing'}`];
}
