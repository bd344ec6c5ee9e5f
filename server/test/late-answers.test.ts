import { expect, test } from 'vitest';
import { seededRandom } from '../src/base/random.ts';
import { addDays } from '../src/base/time.ts';
import { verifyWorkspace } from '../src/commands/verify.ts';
import { withWords } from '../src/measure/ask.ts';
import { measure } from '../src/measure/measure.ts';
import { questionsOf } from '../src/measure/plan.ts';
import { activePanels, keywordNames } from '../src/store/keywords/keywords.ts';
import { type ClaimedQuestion, claimQuestions, planQuestions } from '../src/store/questions/questions.ts';
import { ensurePartitions } from '../src/store/system/partitions.ts';
import { findWorkspace, type Workspace } from '../src/store/workspaces/workspaces.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;
const DAYS = 15;
const KEYWORDS = ['kanban board software', 'gantt chart software', 'logiciel de gestion de projet'];

/** A workspace whose questions of fifteen days wait to be measured, and its key. */
async function givenQuestions() {
  const account = await givenAccount(deps, { seed: 'late' });
  const key = await givenKey(deps, account);
  const workspace = await findWorkspace(db, account.workspaces.test);
  if (!workspace) throw new Error('no workspace');
  const firstDay = addDays(workspace.firstDay, -DAYS);
  await ensurePartitions(db, firstDay, workspace.firstDay);
  const names = await keywordNames(db, workspace.workspaceId);
  const chosen = [...names].filter(([, { keyword }]) => KEYWORDS.includes(keyword)).map(([keywordId]) => keywordId);
  const panels = await activePanels(db, workspace.workspaceId, chosen);
  await db.transaction(async (tx) => {
    for (let day = 0; day < DAYS; day++) {
      const round = {
        workspace: { ...workspace, firstDay },
        day: addDays(firstDay, day),
        panels,
        platforms: ['chatgpt', 'gemini'],
      };
      await planQuestions(tx, questionsOf(round));
    }
  });
  const questions = await claimQuestions(db, { limit: 10_000, leaseSeconds: 600, workspaceId: workspace.workspaceId });
  return { workspace, key, questions };
}

function shuffled(questions: ClaimedQuestion[]): ClaimedQuestion[] {
  const random = seededRandom('order');
  return questions
    .map((question) => ({ question, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ question }) => question);
}

async function askAndMeasure(workspace: Workspace, questions: ClaimedQuestion[]) {
  const worded = await withWords(db, workspace, questions);
  const replies = await Promise.all(worded.map((question) => deps.ask.ask(workspace, question)));
  return measure(
    db,
    workspace,
    replies.filter((reply) => 'status' in reply),
  );
}

async function numbersOf(key: string) {
  const { body } = await call(server, '/api/v1/visibility', { key });
  return body.data.map(({ keyword_id: _, updated_at: __, ...numbers }: Record<string, unknown>) => numbers);
}

test('answers that arrive late, out of order, at the same time or twice give the same numbers as in order, and verify agrees', async () => {
  const orderly = await givenQuestions();
  await askAndMeasure(orderly.workspace, orderly.questions);

  const messy = await givenQuestions();
  const questions = shuffled(messy.questions);
  expect(questions.length).toBe(orderly.questions.length);
  const batches = Array.from({ length: 12 }, (_, i) => questions.filter((_question, place) => place % 12 === i));
  // Four at a time, all about the same three keywords.
  for (let i = 0; i < batches.length; i += 4) {
    await Promise.all(batches.slice(i, i + 4).map((batch) => askAndMeasure(messy.workspace, batch)));
  }
  const numbers = await numbersOf(messy.key);
  expect(numbers.length).toBe(3);
  expect(numbers).toEqual(await numbersOf(orderly.key));

  // The same answers again, as from a worker that thought it had lost its turn.
  for (const batch of batches.slice(0, 3)) {
    expect(await askAndMeasure(messy.workspace, batch)).toEqual({ questions: 0, events: 0 });
  }
  expect(await numbersOf(messy.key)).toEqual(numbers);
  const differences: string[] = [];
  const onResult = (result: { differences: string[] }) => void differences.push(...result.differences);
  await verifyWorkspace(db, messy.workspace, { keywords: [], onResult });
  expect(differences).toEqual([]);
});
