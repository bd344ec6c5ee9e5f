import { SetupError } from '../base/errors.ts';
import { own } from '../base/own.ts';
import { dayOf } from '../base/time.ts';
import { type Estimate, estimateCost } from '../collect/prices.ts';
import type { MeasureDeps } from '../measure/ask.ts';
import { tightestCap, usualCost } from '../measure/budget.ts';
import { questionsPerWeek } from '../measure/plan.ts';
import { askDue } from '../measure/worker.ts';
import type { Db } from '../store/db.ts';
import { activePanels, keywordNames } from '../store/keywords/keywords.ts';
import { hasDueQuestions, planQuestions } from '../store/questions/questions.ts';
import { type Budget, findBudget, repliesSince } from '../store/questions/spend.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { chooseAsker } from './asker.ts';
import type { Call } from './command.ts';
import type { WorkspaceService } from './open.ts';
import { createProgress } from './progress.ts';

interface CollectOptions {
  now: boolean;
  estimate: boolean;
  keyword: string[];
  platform: string[];
}

export async function run(service: WorkspaceService, { config, options }: Call<CollectOptions>): Promise<string> {
  const { db, workspace } = service;
  const deps = { db, ask: chooseAsker(service, config) };
  const choice = { keywords: options.keyword, platforms: options.platform };
  if (options.estimate || !options.now) {
    const cost = estimateLines(await estimateWeek(deps, workspace, choice));
    return options.estimate ? cost : `${cost}\nNo prompts were sent. Add --now to send each prompt once.`;
  }
  const since = new Date();
  const onProgress = createProgress('Collecting answers', process.stderr);
  return cameBack(db, workspace, { ...(await collectNow(deps, workspace, { choice, onProgress })), since });
}

interface CollectChoice {
  keywords: string[];
  platforms: string[];
}

/** The weekly cost of a workspace's plan, before or after it is saved. */
export async function estimateWeek(deps: MeasureDeps, workspace: Workspace, choice: CollectChoice): Promise<Estimate> {
  const { panels, platforms } = await choose(deps, workspace, choice);
  const perPlatform = questionsPerWeek(panels.length);
  const prices = (await deps.ask.prices?.(workspace)) ?? {};
  return estimateCost(Object.fromEntries(platforms.map((platform) => [platform, perPlatform])), prices);
}

interface Collected {
  done: number;
  planned: number;
  /** The usual cost of a prompt on the most expensive platform. */
  usdPerPrompt: number;
}

/** Asks every chosen prompt once on every chosen platform, in addition to the plan. Returns how many were asked. */
export async function collectNow(
  deps: MeasureDeps,
  workspace: Workspace,
  { choice, onProgress }: { choice: CollectChoice; onProgress: (done: number, total: number) => void },
): Promise<Collected> {
  const { panels, platforms } = await choose(deps, workspace, choice);
  const prices = (await deps.ask.prices?.(workspace)) ?? {};
  const round = dayOf(workspace.now);
  // The time of day gives each run its own repetition number, so that running twice asks twice.
  const repetition = 1_000 + Math.floor((workspace.now.getTime() % 86_400_000) / 1_000);
  const questions = panels.flatMap(({ keywordId, promptId }) =>
    platforms.map((platform) => ({
      workspaceId: workspace.workspaceId,
      keywordId,
      promptId,
      platform,
      round,
      repetition,
      dueAt: new Date(),
    })),
  );
  await deps.db.transaction((tx) => planQuestions(tx, questions));
  let done = 0;
  while (await hasDueQuestions(deps.db, workspace.workspaceId)) {
    const { questions: asked } = await askDue(deps, { workspaceId: workspace.workspaceId, limit: 24 });
    if (asked === 0) break;
    done += asked;
    onProgress(Math.min(done, questions.length), questions.length);
  }
  const usdPerPrompt = Math.max(...platforms.map((platform) => usualCost(own(prices, platform))));
  return { done, planned: questions.length, usdPerPrompt };
}

function estimateLines({ usd, byPlatform, unpriced }: Estimate): string {
  const lines = Object.entries(byPlatform).map(
    ([platform, cost]) => `${platform.padEnd(18)} ${cost.toFixed(2)} USD per week`,
  );
  const unknown = unpriced.map((platform) => `${platform.padEnd(18)} price unknown`);
  return [
    ...lines,
    ...unknown,
    unpriced.length > 0
      ? `${'all'.padEnd(18)} unknown; ${usd.toFixed(2)} USD per week for platforms with a price`
      : `${'all'.padEnd(18)} ${usd.toFixed(2)} USD per week, about ${(usd * 4.35).toFixed(2)} per month`,
  ].join('\n');
}

/** A summary of the collected answers. */
export async function cameBack(
  db: Db,
  { workspaceId, now }: Workspace,
  { done, planned, usdPerPrompt, since }: Collected & { since: Date },
): Promise<string> {
  const rows = await repliesSince(db, workspaceId, since);
  const lines = rows.map(
    ({ platform, status, reason, answers, costUsd }) =>
      `${platform.padEnd(18)} ${answers} ${status}${reason ? ` (${reason})` : ''}, ${costUsd.toFixed(4)} USD`,
  );
  if (done >= planned) return [done === 1 ? '1 prompt was sent.' : `${done} prompts were sent.`, ...lines].join('\n');
  const reason = whyNotAll(await findBudget(db, workspaceId, dayOf(now)), usdPerPrompt);
  return [`${done} of ${planned} prompts were sent.`, ...lines, reason].join('\n');
}

function whyNotAll(budget: Budget, usdPerPrompt: number): string {
  const cap = tightestCap(budget);
  if (!cap || cap.leftUsd >= usdPerPrompt)
    return 'The others are queued: either a running server is sending them, or their platform is unavailable or rejects the key. Check: visibility platforms --check';
  const left = `The ${cap.period} cap of ${cap.capUsd} USD leaves ${cap.leftUsd.toFixed(4)} USD`;
  return `${left}, which is too little for the next prompt. The others wait until ${cap.period === 'daily' ? 'tomorrow' : 'next month'} (UTC). Raise it: visibility budget --${cap.period} USD`;
}

async function choose({ db, ask }: MeasureDeps, workspace: Workspace, { keywords, platforms }: CollectChoice) {
  if (workspace.reading === 0) throw new SetupError('No brand is set up yet. Run: visibility brand FILE');
  const names = [...(await keywordNames(db, workspace.workspaceId))];
  const wanted = keywords.map((keyword) => keyword.toLowerCase());
  const chosen = names.filter(
    ([id, { keyword }]) => wanted.length === 0 || wanted.includes(id) || wanted.includes(keyword.toLowerCase()),
  );
  if (chosen.length === 0) throw new SetupError('Keyword not found. Check the name and the workspace (--mode).');
  const available = await ask.platforms(workspace);
  const unknown = platforms.find((platform) => !available.includes(platform));
  if (unknown) throw new SetupError(`${unknown} has no API key here. List platforms: visibility platforms`);
  if (available.length === 0)
    throw new SetupError(
      'No platform has an API key here. Set CHATGPT_API_KEY, or run: visibility platforms set chatgpt',
    );
  const panels = await activePanels(
    db,
    workspace.workspaceId,
    chosen.map(([id]) => id),
  );
  return { panels, platforms: platforms.length > 0 ? platforms : available };
}
