/** A set of brands, and how many answers name exactly these. */
export interface Ballot {
  brands: string[];
  count: number;
}

/**
 * Answers grouped by the brands they name, one vote per answer and brand.
 * Sorted, so that neither the order of answers nor that of names changes what is drawn from them later.
 */
export function countBallots(answers: readonly (readonly string[])[]): Ballot[] {
  const ballots = new Map<string, Ballot>();
  for (const answer of answers) {
    const brands = [...new Set(answer)].sort();
    const key = JSON.stringify(brands);
    const ballot = ballots.get(key);
    if (ballot) ballot.count++;
    else ballots.set(key, { brands, count: 1 });
  }
  return [...ballots].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, ballot]) => ballot);
}

/** How many answers name each brand, in the order of `brands`. */
export function countVotes(ballots: readonly Ballot[], brands: readonly string[]): number[] {
  const votes = new Map<string, number>();
  for (const ballot of ballots) {
    for (const brand of ballot.brands) votes.set(brand, (votes.get(brand) ?? 0) + ballot.count);
  }
  return brands.map((brand) => votes.get(brand) ?? 0);
}
