import type { Db } from '../store/db.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { type Verification, verify } from '../verify/verify.ts';

export interface VerifySummary {
  keywords: number;
  answers: number;
  events: number;
  differences: number;
}

/**
 * Verifies the published numbers of a workspace, all or those of the named keywords, and hands each result on as it comes.
 * Answers and numbers are read as of one moment: what a worker stores meanwhile is no difference.
 */
export async function verifyWorkspace(
  db: Db,
  workspace: Workspace,
  { keywords, onResult }: { keywords: string[]; onResult: (result: Verification) => void },
): Promise<VerifySummary> {
  const names = keywords.map((keyword) => keyword.toLowerCase());
  const wanted =
    names.length === 0
      ? undefined
      : ({ keywordId, keyword }: { keywordId: string; keyword: string }) =>
          names.includes(keywordId) || names.includes(keyword.toLowerCase());
  const summary = { keywords: 0, answers: 0, events: 0, differences: 0 };
  await db.atOneMoment(async (moment) => {
    for await (const result of verify(moment, workspace, wanted)) {
      if (result.keywordId !== undefined) summary.keywords++;
      summary.answers += result.answers;
      summary.events += result.events;
      summary.differences += result.differences.length;
      onResult(result);
    }
  });
  return summary;
}

export function resultLines({ keywordId, keyword, answers, events, differences }: Verification): string {
  const verdict = differences.length === 0 ? 'equal' : `${differences.length} differences`;
  const basis = keywordId === undefined ? '' : ` (${answers} answers, ${events} events)`;
  return [`${keyword}: ${verdict}${basis}`, ...differences.map((line) => `  ${line}`)].join('\n');
}
