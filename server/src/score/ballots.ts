/** A set of brands, and how many answers mention exactly these. */
export interface Ballot {
  brands: string[];
  count: number;
}

/**
 * Merges ballots with the same brands. Sorted, so that the order of answers and names does not affect later random
 * draws.
 */
export function mergeBallots(parts: Iterable<{ brands: readonly string[]; count: number }>): Ballot[] {
  const ballots = new Map<string, Ballot>();
  for (const part of parts) {
    const brands = [...new Set(part.brands)].sort();
    const key = JSON.stringify(brands);
    const ballot = ballots.get(key);
    if (ballot) ballot.count += part.count;
    else ballots.set(key, { brands, count: part.count });
  }
  return [...ballots].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, ballot]) => ballot);
}

/** How many answers mention each brand, in the order of `brands`. */
export function countVotes(ballots: readonly Ballot[], brands: readonly string[]): number[] {
  const votes = new Map<string, number>();
  for (const ballot of ballots) {
    for (const brand of ballot.brands) votes.set(brand, (votes.get(brand) ?? 0) + ballot.count);
  }
  return brands.map((brand) => votes.get(brand) ?? 0);
}
