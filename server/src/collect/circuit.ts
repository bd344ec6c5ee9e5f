export interface CircuitOptions {
  /** Consecutive failures after which a platform is paused. */
  failures: number;
  restMs: number;
  now: () => number;
  /** Called when a pause begins or is extended. */
  onOpen?: () => void;
}

/** Pauses a platform that keeps failing, so that hundreds of questions are not wasted on it. */
export interface Circuit {
  /** Until when the platform is paused, in milliseconds. Undefined while it works. */
  restingUntil(): number | undefined;
  succeeded(): void;
  failed(): void;
}

export function createCircuit({ failures, restMs, now, onOpen }: CircuitOptions): Circuit {
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
      // After a pause the count is kept: one more failure pauses it again, one success clears it.
      if (inARow < failures) return;
      until = now() + restMs;
      onOpen?.();
    },
  };
}
