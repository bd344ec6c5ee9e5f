/**
 * From now on `Date` says the machine's time plus this many milliseconds, or as many as the function says at that moment.
 * Complete in itself, so that it can also be sent into a browser page.
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
