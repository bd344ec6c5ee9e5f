// Loaded before everything else in a drill's process: its time is that of the machine plus as many seconds as a file says.
import { readFileSync } from 'node:fs';

const RealDate = Date;
let shiftMs = 0;
setInterval(() => {
  shiftMs = Number(readFileSync(process.env.CLOCK_SHIFT_FILE, 'utf8')) * 1_000 || 0;
}, 200).unref();

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + shiftMs);
    else super(...args);
  }

  static now() {
    return RealDate.now() + shiftMs;
  }
};
