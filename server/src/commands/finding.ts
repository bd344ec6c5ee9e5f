export interface Finding {
  check: string;
  state: 'ok' | 'warn' | 'fail';
  /** What was found and, if it is not ok, how to fix it. */
  message: string;
}
