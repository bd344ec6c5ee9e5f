// Loaded before everything else in a drill's process: its time is that of the machine plus as many seconds as a file says.
// Each jump is noted beside that file, as proof that it was seen.
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
