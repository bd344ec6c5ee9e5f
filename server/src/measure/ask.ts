import type { Answer, AnswerStatus } from '../collect/platform.ts';
import type { Surface } from '../store/answers.ts';
import type { Db } from '../store/db.ts';
import { promptTexts } from '../store/keywords.ts';
import type { ClaimedQuestion } from '../store/questions.ts';
import type { Workspace } from '../store/workspaces.ts';

/** A question with the words to ask. */
export interface Question extends ClaimedQuestion {
  prompt: string;
  keyword: string;
  country: string | undefined;
  language: string | undefined;
}

export interface Reply {
  question: Question;
  surface: Surface;
  askedAt: Date;
  status: AnswerStatus;
  /** Why there is no valid answer. */
  reason: string | undefined;
  answer: Answer;
}

/** Asks a workspace's platforms. A failure is a reply too: it is stored as failed and never counts as "not named". */
export interface Asker {
  platforms(workspace: Workspace): string[];
  ask(workspace: Workspace, question: Question): Promise<Reply>;
}

export async function askAll(
  { db, ask: asker }: { db: Db; ask: Asker },
  workspace: Workspace,
  questions: ClaimedQuestion[],
): Promise<Reply[]> {
  const promptIds = [...new Set(questions.map(({ promptId }) => promptId))];
  const texts = await promptTexts(db, workspace.workspaceId, promptIds);
  const replies = questions.flatMap((question) => {
    const found = texts.get(question.promptId);
    // The keyword was deleted while its questions waited.
    if (!found) return [];
    const { text, ...about } = found;
    return [asker.ask(workspace, { ...question, ...about, prompt: text })];
  });
  return Promise.all(replies);
}
