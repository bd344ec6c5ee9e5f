import { addDays, dayOf } from '../base/time.ts';
import { costOf, type Price } from '../collect/prices.ts';
import type { Db } from '../store/db.ts';
import { type ClaimedQuestion, postponeQuestions } from '../store/questions.ts';
import { type Budget, findBudget } from '../store/spend.ts';
import type { Workspace } from '../store/workspaces.ts';

/** What a question is taken to cost where the price is not known: enough to reach a cap, not to run past it unseen. */
const UNKNOWN_COST_USD = 0.05;

/** What may still be spent today; undefined: no cap. */
function leftToSpend({ dailyCapUsd, monthlyCapUsd, spentTodayUsd, spentMonthUsd }: Budget): number | undefined {
  const lefts = [
    ...(dailyCapUsd === undefined ? [] : [dailyCapUsd - spentTodayUsd]),
    ...(monthlyCapUsd === undefined ? [] : [monthlyCapUsd - spentMonthUsd]),
  ];
  return lefts.length === 0 ? undefined : Math.max(0, Math.min(...lefts));
}

/** The questions that the budget still allows, in their order; the others wait until tomorrow. */
export async function withinBudget(
  db: Db,
  workspace: Workspace,
  { questions, prices }: { questions: ClaimedQuestion[]; prices: Record<string, Price | undefined> },
): Promise<ClaimedQuestion[]> {
  const today = dayOf(workspace.now);
  let left = leftToSpend(await findBudget(db, workspace.workspaceId, today));
  if (left === undefined) return questions;
  const allowed: ClaimedQuestion[] = [];
  for (const question of questions) {
    const price = prices[question.platform];
    const cost = (price && costOf(price.typical, price)) ?? UNKNOWN_COST_USD;
    if (cost > left) break;
    left -= cost;
    allowed.push(question);
  }
  const postponed = questions.slice(allowed.length);
  if (postponed.length > 0) await postponeQuestions(db, postponed, new Date(addDays(today, 1)));
  return allowed;
}
