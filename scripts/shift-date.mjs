/**
 * Shifts `Date` by this many milliseconds, or by the current result of the function.
 * Self-contained, so that it can also run in a browser page.
 */
export function shiftDate(shiftMs) {
  const RealDate = Date;
  const now = () => RealDate.now() + (typeof shiftMs === 'function' ? shiftMs() : shiftMs);
  globalThis.Date = class extends RealDate {
    constructor(...args) {
      if (args.length === 0) super(now());
      else super(...args);
    }

    static now() {
      return now();
    }
  };
}
