export interface CircuitOptions {
  /** Failures in a row after which a platform rests. */
  failures: number;
  restMs: number;
  now: () => number;
}

/** Rests a platform that keeps failing, so that it is not asked hundreds of questions it cannot answer. */
export interface Circuit {
  /** Until when nothing is asked, in milliseconds; undefined while it works. */
  restingUntil(): number | undefined;
  succeeded(): void;
  failed(): void;
}

export function createCircuit({ failures, restMs, now }: CircuitOptions): Circuit {
  let inARow = 0;
  let until = 0;
  return {
    restingUntil: () => (until > now() ? until : undefined),
    succeeded() {
      inARow = 0;
      until = 0;
    },
    failed() {
      inARow++;
      // After a rest the count still stands: one more failure rests it again, one success clears it.
      if (inARow >= failures) until = now() + restMs;
    },
  };
}
