/** A clock that is further off is a failure. */
const TOLERATED_MS = 2_000;

/** By how many seconds a clock differs that was read between two moments of ours; undefined when it may be right. */
export function clockSkew(theirs: number, { asked, answered }: { asked: number; answered: number }) {
  const ms = Math.max(asked - theirs, theirs - answered);
  return ms > TOLERATED_MS ? Math.round(ms / 1_000) : undefined;
}
