/** A seeded source of numbers in [0, 1). The same seed gives the same numbers on every machine. */
export type Random = () => number;

/** A random source for a seed text. */
export function seededRandom(seed: string): Random {
  let state = hash32(seed);
  // mulberry32: 32 bits of state, passes the usual statistical tests, two multiplications per number.
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** FNV-1a with a final mix, so that similar seeds give unrelated sequences. */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
