import type { Answer, AnswerStatus } from '../collect/platform.ts';
import type { Price } from '../collect/prices.ts';
import type { Surface } from '../store/answers/answers.ts';
import type { Db } from '../store/db.ts';
import { promptTexts } from '../store/keywords/keywords.ts';
import type { ClaimedQuestion } from '../store/questions/questions.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';

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
  platforms(workspace: Workspace): Promise<string[]>;
  /** What a live workspace can ask without a key of its own; undefined: every platform that is planned can be asked. */
  everywhere?: readonly string[];
  /** What a question on each platform costs, as far as it is known. */
  prices?(workspace: Workspace): Promise<Record<string, Price | undefined>>;
  /** Undefined when the platform could not be asked just now: the question is asked later. The signal ends the waiting. */
  ask(workspace: Workspace, question: Question, signal?: AbortSignal): Promise<Reply | undefined>;
}

export async function askAll(
  { db, ask: asker }: { db: Db; ask: Asker },
  workspace: Workspace,
  questions: ClaimedQuestion[],
): Promise<Reply[]> {
  const { worded } = await withWords(db, workspace, questions);
  const replies = await Promise.all(worded.map((question) => asker.ask(workspace, question)));
  return replies.filter((reply) => reply !== undefined);
}

/** Questions with their words, and those without any: their keyword was deleted while they waited. */
export async function withWords(
  db: Db,
  { workspaceId }: Workspace,
  questions: ClaimedQuestion[],
): Promise<{ worded: Question[]; wordless: ClaimedQuestion[] }> {
  const promptIds = [...new Set(questions.map(({ promptId }) => promptId))];
  const texts = await promptTexts(db, workspaceId, promptIds);
  const worded = questions.flatMap((question) => {
    const found = texts.get(question.promptId);
    if (!found) return [];
    const { text, ...about } = found;
    return [{ ...question, ...about, prompt: text }];
  });
  return { worded, wordless: questions.filter(({ promptId }) => !texts.has(promptId)) };
}
