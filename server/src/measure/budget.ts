import { own } from '../base/own.ts';
import { addDays, dayOf } from '../base/time.ts';
import { costOf, type Price } from '../collect/prices.ts';
import type { Db } from '../store/db.ts';
import { type ClaimedQuestion, postponeQuestions, reserveCosts, reservedUsd } from '../store/questions/questions.ts';
import { type Budget, bookReserved, findBudget } from '../store/questions/spend.ts';
import { lockWorkspace, type Workspace } from '../store/workspaces/workspaces.ts';

/** The assumed cost of a question if the price is unknown. It is high enough that a cap is reached in time. */
const UNKNOWN_COST_USD = 0.05;
/** When to check again whether reserved budget has become free. */
const SETTLED_MS = 60_000;

/** The cap with the least budget left, and that amount. Undefined: no cap. */
export function tightestCap(
  budget: Budget,
): { period: 'daily' | 'monthly'; capUsd: number; leftUsd: number } | undefined {
  const caps = [
    { period: 'daily' as const, capUsd: budget.dailyCapUsd, spent: budget.spentTodayUsd + budget.estimatedTodayUsd },
    {
      period: 'monthly' as const,
      capUsd: budget.monthlyCapUsd,
      spent: budget.spentMonthUsd + budget.estimatedMonthUsd,
    },
  ];
  const lefts = caps.flatMap(({ period, capUsd, spent }) =>
    capUsd === undefined ? [] : [{ period, capUsd, leftUsd: Math.max(0, capUsd - spent) }],
  );
  return lefts.sort((one, other) => one.leftUsd - other.leftUsd)[0];
}

/**
 * The questions that the budget allows, in their order. The others wait until tomorrow. Their cost is reserved before
 * they are asked, one worker at a time, so that all workers together stay within the caps.
 */
export async function withinBudget<Question extends ClaimedQuestion>(
  db: Db,
  workspace: Workspace,
  { questions, prices }: { questions: Question[]; prices: Record<string, Price | undefined> },
): Promise<Question[]> {
  const { workspaceId } = workspace;
  const today = dayOf(workspace.now);
  const { dailyCapUsd, monthlyCapUsd } = await findBudget(db, workspaceId, today);
  if (dailyCapUsd === undefined && monthlyCapUsd === undefined) return questions;
  const priced = questions.filter(({ platform }) => !isUnpriced(prices, platform));
  const { allowed, reserved } = await db.transaction(async (tx) => {
    await lockWorkspace(tx, workspaceId);
    // What a process that crashed had reserved: its replies may have been paid for.
    await bookReserved(tx, today, questions);
    // Reserved first, then spent: an answer stored in between is counted twice rather than not at all.
    const reserved = await reservedUsd(tx, workspaceId);
    const left = tightestCap(await findBudget(tx, workspaceId, today))?.leftUsd;
    const affordable = takeWhileAffordable(priced, {
      prices,
      leftUsd: (left ?? Number.POSITIVE_INFINITY) - reserved,
    });
    await reserveCosts(tx, affordable);
    return { allowed: affordable.map(({ question }) => question), reserved };
  });
  const asked = new Set(allowed);
  const postponed = questions.filter((question) => !asked.has(question));
  // Questions in progress may cost less than reserved, so check again when they are paid.
  const until = reserved > 0 ? new Date(Date.now() + SETTLED_MS) : new Date(addDays(today, 1));
  if (postponed.length > 0) await postponeQuestions(db, postponed, { until });
  return allowed;
}

/** Whether a platform's model has no price. A cap cannot hold for it. Simulated platforms have no prices at all. */
export function isUnpriced(prices: Record<string, Price | undefined>, platform: string): boolean {
  return Object.hasOwn(prices, platform) && own(prices, platform) === undefined;
}

/** What a question is taken to cost before it is asked. */
export function usualCost(price: Price | undefined): number {
  return (price && costOf(price.typical, price)) ?? UNKNOWN_COST_USD;
}

function takeWhileAffordable<Question extends ClaimedQuestion>(
  questions: Question[],
  { prices, leftUsd }: { prices: Record<string, Price | undefined>; leftUsd: number },
): { question: Question; usd: number }[] {
  let left = leftUsd;
  const affordable: { question: Question; usd: number }[] = [];
  for (const question of questions) {
    const usd = usualCost(own(prices, question.platform));
    if (usd > left) break;
    left -= usd;
    affordable.push({ question, usd });
  }
  return affordable;
}
