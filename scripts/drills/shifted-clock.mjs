// Loaded first in a drill's process: shifts its clock by the number of seconds in a file.
// Each jump is logged beside that file, as proof that the process saw it.
import { appendFileSync, readFileSync } from 'node:fs';
import { shiftDate } from '../shift-date.mjs';

const realNow = Date.now;
let shiftMs = 0;
shiftDate(() => shiftMs);

setInterval(() => {
  const file = process.env.CLOCK_SHIFT_FILE;
  const wanted = Number(readFileSync(file, 'utf8')) * 1_000 || 0;
  if (wanted === shiftMs) return;
  shiftMs = wanted;
  appendFileSync(`${file}.seen`, `${process.pid} ${Math.round((Date.now() - realNow()) / 1_000)}\n`);
}, 200).unref();
