/** A pause that ends within this time is waited for. */
export const LONGEST_WAIT_MS = 60_000;

/** When a request may start. */
export interface Turn {
  waitMs: number;
  /** Whether the platform pauses the account for longer than a request should wait. No turn is taken then. */
  isResting: boolean;
}

/** The pace of an account at a platform, over all processes. */
export interface SharedTurns {
  /** Takes the next turn. Undefined while there is no way to agree on it: each process then keeps the pace on its own. */
  take(laneId: string, apartMs: number): Promise<Turn | undefined>;
  /** No process sends a request for this long. */
  rest(laneId: string, ms: number): Promise<void>;
}
