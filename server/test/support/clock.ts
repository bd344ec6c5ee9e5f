import { inject } from 'vitest';
import { shiftDate } from '../../../scripts/shift-date.mjs';

// One process runs several test files, and each of them loads this file anew: the clock is set once.
const SET = Symbol.for('the clock of the tests is set');
const world = globalThis as { [SET]?: boolean };
if (!world[SET]) {
  world[SET] = true;
  shiftDate(inject('clockShiftMs'));
}
