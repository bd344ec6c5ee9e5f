/**
 * Votes as whole percentages that sum to exactly 100. Each gets its whole points, and the remaining points go to the
 * largest remainders (on a tie to the first). Needs at least one vote.
 */
export function toHundred(votes: readonly number[]): number[] {
  const all = votes.reduce((sum, count) => sum + count, 0);
  const points = votes.map((count) => Math.floor((100 * count) / all));
  const left = 100 - points.reduce((sum, point) => sum + point, 0);
  const byRemainder = votes
    .map((count, place) => ({ place, remainder: (100 * count) % all }))
    .sort((a, b) => b.remainder - a.remainder);
  for (const { place } of byRemainder.slice(0, left)) points[place] = (points[place] ?? 0) + 1;
  return points;
}

/**
 * Values as whole numbers that sum to exactly `sum`, which the values also sum to, apart from floating point. Each is
 * rounded down, and the remaining points go to the largest remainders (on a tie to the first).
 */
export function roundToSum(values: readonly number[], sum: number): number[] {
  const whole = values.map(Math.floor);
  const left = sum - whole.reduce((all, value) => all + value, 0);
  const byRemainder = values
    .map((value, place) => ({ place, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder);
  for (const { place } of byRemainder.slice(0, left)) whole[place] = (whole[place] ?? 0) + 1;
  return whole;
}
