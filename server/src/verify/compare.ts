/** A line for each place whose stored and recomputed values differ. */
export function compare(recomputed: Map<string, string>, stored: Map<string, string>): string[] {
  const places = [...new Set([...recomputed.keys(), ...stored.keys()])].sort();
  return places
    .filter((place) => recomputed.get(place) !== stored.get(place))
    .map(
      (place) => `${place}: stored ${stored.get(place) ?? 'nothing'}; recomputed ${recomputed.get(place) ?? 'nothing'}`,
    );
}
