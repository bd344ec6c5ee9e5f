import { SetupError } from '../base/errors.ts';
import type { Budget } from '../store/questions/spend.ts';

/** A cap as it is given: an amount, `none`, or nothing to leave it as it is. */
export function capOf(option: string, text: string | undefined, current: number | undefined): number | undefined {
  if (text === undefined) return current;
  if (text === 'none') return undefined;
  const amount = Number(text);
  if (text.trim() !== '' && Number.isFinite(amount) && amount >= 0) return amount;
  throw new SetupError(`${option} must be an amount in USD such as 5 or 2.50, or none, not "${text}".`);
}

/** An interval as it is given: a width in points, or `none` for the fixed plan. */
export function intervalOf(text: string): number | undefined {
  if (text === 'none') return undefined;
  const points = Number(text);
  if (Number.isInteger(points) && points >= 5 && points <= 60) return points;
  throw new SetupError(`--interval must be a width of 5 to 60 points, or none, not "${text}".`);
}

export function budgetLines({ dailyCapUsd, monthlyCapUsd, spentTodayUsd, spentMonthUsd }: Budget): string {
  const line = (label: string, spent: number, cap: number | undefined) =>
    `${label} ${spent.toFixed(2)} USD spent, ${cap === undefined ? 'no cap' : `cap ${cap.toFixed(2)} USD`}`;
  return [line('Today:     ', spentTodayUsd, dailyCapUsd), line('This month:', spentMonthUsd, monthlyCapUsd)].join(
    '\n',
  );
}
