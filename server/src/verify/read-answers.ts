import { analyze } from '../analyze/analyze.ts';
import { countedStatus } from '../analyze/counted-status.ts';
import { groupBy } from '../base/group-by.ts';
import { dayOf } from '../base/time.ts';
import { loadReader } from '../measure/reader.ts';
import { windowOf } from '../score/window.ts';
import { storedAnswers } from '../store/answers/stored-answers.ts';
import type { Db } from '../store/db.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';

/** A valid answer and the brands that it mentions. */
export interface ReadAnswer {
  platform: string;
  promptId: string;
  window: number;
  recordedMs: number;
  brandIds: Set<string>;
}

/** A keyword's answers by platform, analyzed under a reading. */
export type AnswersUnder = (reading: number) => Promise<Map<string, ReadAnswer[]>>;

/** Each reading is analyzed once. */
export function answersUnder(db: Db, workspace: Workspace, keywordId: string): AnswersUnder {
  const known = new Map<number, ReturnType<AnswersUnder>>();
  return (reading) => {
    const found = known.get(reading) ?? readAnswers(db, workspace, { keywordId, reading });
    known.set(reading, found);
    return found;
  };
}

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
