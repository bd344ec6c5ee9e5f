import { SetupError } from '../base/errors.ts';
import { dayOf } from '../base/time.ts';
import { type Budget, findBudget, setCaps, setIntervalPoints } from '../store/questions/spend.ts';
import type { Call } from './command.ts';
import type { WorkspaceService } from './open.ts';

interface BudgetOptions {
  daily: string | undefined;
  monthly: string | undefined;
  interval: string | undefined;
}

export async function run(
  { db, workspace }: WorkspaceService,
  { options: { daily, monthly, interval } }: Call<BudgetOptions>,
): Promise<string> {
  const { workspaceId } = workspace;
  const today = dayOf(workspace.now);
  const current = await findBudget(db, workspaceId, today);
  const caps = {
    dailyCapUsd: capOf('--daily', daily, current.dailyCapUsd),
    monthlyCapUsd: capOf('--monthly', monthly, current.monthlyCapUsd),
  };
  if (daily !== undefined || monthly !== undefined) await setCaps(db, workspaceId, caps);
  if (interval !== undefined) await setIntervalPoints(db, workspaceId, intervalOf(interval));
  return budgetLines(await findBudget(db, workspaceId, today));
}

/** Parses a cap: an amount, `none`, or undefined to keep it. */
function capOf(option: string, text: string | undefined, current: number | undefined): number | undefined {
  if (text === undefined) return current;
  if (text === 'none') return undefined;
  const amount = Number(text);
  if (text.trim() !== '' && Number.isFinite(amount) && amount >= 0) return amount;
  throw new SetupError(`${option} must be an amount in USD such as 5 or 2.50, or none, not "${text}".`);
}

/** Parses an interval: a width in points, or `none` for the fixed plan. */
function intervalOf(text: string): number | undefined {
  if (text === 'none') return undefined;
  const points = Number(text);
  if (Number.isInteger(points) && points >= 5 && points <= 60) return points;
  throw new SetupError(`--interval must be a width of 5 to 60 points, or none, not "${text}".`);
}

function budgetLines({ dailyCapUsd, monthlyCapUsd, spentTodayUsd, spentMonthUsd }: Budget): string {
  const line = (label: string, spent: number, cap: number | undefined) =>
    `${label} ${spent.toFixed(2)} USD spent, ${cap === undefined ? 'no cap' : `cap ${cap.toFixed(2)} USD`}`;
  return [line('Today:     ', spentTodayUsd, dailyCapUsd), line('This month:', spentMonthUsd, monthlyCapUsd)].join(
    '\n',
  );
}
