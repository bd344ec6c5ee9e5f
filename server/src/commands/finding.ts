export interface Finding {
  check: string;
  state: 'ok' | 'warn' | 'fail';
  /** What was found and, if it is not ok, how to fix it. */
  message: string;
}

/** Undefined if there is nothing to say. */
export type Found = Finding | undefined;
export type Check = () => Found | Promise<Found | Finding[]>;
