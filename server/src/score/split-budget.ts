/** How to spend the same number of answers a week so that each is worth more. */
export interface BudgetSplit {
  /** The most answers to one prompt per week, and the days to spread them over. */
  repeats: number;
  days: number;
  /** How many times as many prompts the same number of answers then covers. */
  promptsFactor: number;
}

/**
 * How often to ask a prompt per week so that an answer is worth at least half an independent one. Answers to one prompt
 * in one week are alike: r of them vary 1 + ρ(r − 1) times as much as independent ones. Undefined if they are not alike
 * and any split is fine.
 */
export function splitBudget({
  phi,
  answersPerPrompt,
}: {
  phi: number;
  answersPerPrompt: number;
}): BudgetSplit | undefined {
  if (phi <= 1 || answersPerPrompt <= 1) return undefined;
  const correlation = (phi - 1) / (answersPerPrompt - 1);
  const repeats = Math.max(1, Math.floor(1 + 1 / correlation));
  return { repeats, days: Math.min(7, repeats), promptsFactor: Math.max(1, answersPerPrompt / repeats) };
}
