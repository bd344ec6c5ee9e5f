import type { Answer, AnswerStatus } from '../collect/platform.ts';
import type { Price } from '../collect/prices.ts';
import type { Surface } from '../store/answers/answers.ts';
import type { Db } from '../store/db.ts';
import { promptTexts } from '../store/keywords/keywords.ts';
import { type ClaimedQuestion, dropQuestions, type WaitReason } from '../store/questions/questions.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';

/** A question with its prompt text. */
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

/** The platform did not take the question. It is asked later. */
export interface Unasked {
  /** Why: the platform rejected the key or had no capacity. Undefined: it was not contacted. */
  waitsFor: WaitReason | undefined;
}

/**
 * Asks a workspace's platforms. A failure is also a reply: it is stored as failed and never counts as "not mentioned".
 */
export interface Asker {
  platforms(workspace: Workspace): Promise<string[]>;
  /** Platforms a live workspace can use without its own key. Undefined: every planned platform can be asked. */
  everywhere?: readonly string[];
  /** The cost of a question on each platform, where known. */
  prices?(workspace: Workspace): Promise<Record<string, Price | undefined>>;
  /** The signal ends the wait. */
  ask(workspace: Workspace, question: Question, signal?: AbortSignal): Promise<Reply | Unasked>;
}

export interface MeasureDeps {
  db: Db;
  ask: Asker;
}

export interface Measured {
  questions: number;
  events: number;
}

/** Stores replies and returns the result. */
export type Keep = (replies: Reply[]) => Promise<Measured>;

/** Questions with their prompt text. A question without text is dropped, because its keyword was deleted. */
export async function withWords(db: Db, { workspaceId }: Workspace, questions: ClaimedQuestion[]): Promise<Question[]> {
  const promptIds = [...new Set(questions.map(({ promptId }) => promptId))];
  const texts = await promptTexts(db, workspaceId, promptIds);
  const wordless = questions.filter(({ promptId }) => !texts.has(promptId));
  if (wordless.length > 0) await dropQuestions(db, wordless);
  return questions.flatMap((question) => {
    const found = texts.get(question.promptId);
    if (!found) return [];
    const { text, ...about } = found;
    return [{ ...question, ...about, prompt: text }];
  });
}
