/**
 * How often to ask a prompt per week so that an answer is worth at least half an independent one. Answers to one prompt
 * in one week are alike: r of them vary 1 + ρ(r − 1) times as much as independent ones. Undefined if they are not alike
 * and any number is fine.
 */
export function recommendRepeats({
  phi,
  answersPerPrompt,
}: {
  phi: number;
  answersPerPrompt: number;
}): number | undefined {
  if (phi <= 1 || answersPerPrompt <= 1) return undefined;
  const correlation = (phi - 1) / (answersPerPrompt - 1);
  return Math.max(1, Math.floor(1 + 1 / correlation));
}
