/** Longer texts are not kept, which bounds the memory. */
const LONGEST = 300;

/** A pure function of a text that keeps its latest results. When `most` are kept, it starts again. */
export function remember<Result>(compute: (text: string) => Result, most: number): (text: string) => Result {
  const known = new Map<string, { result: Result }>();
  return (text) => {
    const found = known.get(text);
    if (found) return found.result;
    const result = compute(text);
    if (known.size >= most) known.clear();
    if (text.length <= LONGEST) known.set(text, { result });
    return result;
  };
}
