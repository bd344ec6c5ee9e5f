export interface Finding {
  check: string;
  state: 'ok' | 'warn' | 'fail';
  /** What was found and, unless all is well, what to do. */
  says: string;
}
