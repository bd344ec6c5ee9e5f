type Place = [x: number, y: number];

/** One path for a whole line. A single point becomes a short dash, otherwise it would be invisible. */
export function linePath(runs: Place[][]): string {
  return runs
    .map((run) => {
      const [first] = run;
      if (run.length === 1 && first) return `M${round(first[0] - 1.5)} ${round(first[1])}h3`;
      return `M${run.map(pair).join('L')}`;
    })
    .join('');
}

/** The area between an upper and a lower edge. */
export function areaPath(runs: { upper: Place[]; lower: Place[] }[]): string {
  return runs
    .map(({ upper, lower }) => {
      const edge = (places: Place[]) => (places.length === 1 ? widen(places) : places);
      return `M${[...edge(upper), ...edge(lower).reverse()].map(pair).join('L')}Z`;
    })
    .join('');
}

function widen(places: Place[]): Place[] {
  return places.flatMap(([x, y]): Place[] => [
    [x - 1.5, y],
    [x + 1.5, y],
  ]);
}

function pair([x, y]: Place): string {
  return `${round(x)} ${round(y)}`;
}

function round(place: number): number {
  return Math.round(place * 10) / 10;
}
