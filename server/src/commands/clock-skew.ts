/** A larger difference is a failure. */
const TOLERATED_MS = 2_000;

/** The difference in seconds of a clock that was read between two local times. Undefined if the clock may be right. */
export function clockSkew(theirs: number, { asked, answered }: { asked: number; answered: number }) {
  const ms = Math.max(asked - theirs, theirs - answered);
  return ms > TOLERATED_MS ? Math.round(ms / 1_000) : undefined;
}
