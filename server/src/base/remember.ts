/** Longer texts are not kept, which bounds the memory. */
const LONGEST = 300;

/** A pure function of a text or a number that keeps its latest results. When `most` are kept, it starts again. */
export function remember<Result, Key extends string | number = string>(
  compute: (key: Key) => Result,
  most: number,
): (key: Key) => Result {
  const known = new Map<Key, { result: Result }>();
  return (key) => {
    const found = known.get(key);
    if (found) return found.result;
    const result = compute(key);
    if (known.size >= most) known.clear();
    if (typeof key === 'number' || key.length <= LONGEST) known.set(key, { result });
    return result;
  };
}
