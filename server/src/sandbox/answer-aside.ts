import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SimulatedQuestion } from '../collect/simulated.ts';
import type { Db } from '../store/db.ts';
import type { Sandbox } from '../store/sandboxes.ts';
import { loadReading } from '../store/workspaces/readings.ts';
import { type AnalyzedReply, openRespondent, type Respondent } from './answer.ts';

/** Answers and analyzes the questions of a sandbox under a reading. */
export interface Answering {
  answer(questions: SimulatedQuestion[], reading: number): Promise<AnalyzedReply[]>;
  end(): Promise<void>;
}

/**
 * In a worker thread, because that is half of the work of generating a history: the main thread stores answers
 * meanwhile, and stays free for requests. A changed subject starts another thread.
 */
export function openAnswering(db: Db, { workspaceId, seed }: Pick<Sandbox, 'workspaceId' | 'seed'>): Answering {
  let open: { reading: number; thread: Thread } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const end = async () => {
    await open?.thread.end();
    open = undefined;
  };
  const answer: Answering['answer'] = async (questions, reading) => {
    if (open?.reading !== reading) {
      await end();
      const subject = await loadReading(db, workspaceId, reading);
      if (!subject) throw new Error(`workspace ${workspaceId} has no reading ${reading}`);
      open = { reading, thread: startThread({ seed, subject }) };
    }
    return open.thread.answer(questions);
  };
  return {
    end,
    // One after the other, so that each message is the answer to the latest one. An error ends the thread.
    answer(questions, reading) {
      const mine = last.then(() => answer(questions, reading));
      last = mine.catch(end);
      return mine;
    },
  };
}

interface Thread {
  answer(questions: SimulatedQuestion[]): Promise<AnalyzedReply[]>;
  end(): Promise<unknown>;
}

function startThread(respondent: Respondent): Thread {
  // A worker thread needs compiled code. Only tests run the sources directly.
  if (import.meta.url.endsWith('.ts')) {
    const answer = openRespondent(respondent);
    return { answer: async (questions) => questions.map(answer), end: async () => {} };
  }
  const thread = new Worker(new URL('./answer-thread.js', import.meta.url), { workerData: respondent });
  return {
    async answer(questions) {
      thread.postMessage(questions);
      const [replies] = await once(thread, 'message');
      return replies;
    },
    end: () => thread.terminate(),
  };
}
