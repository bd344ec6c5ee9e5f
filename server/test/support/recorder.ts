import { inject } from 'vitest';
import { recordStatements } from './record-statements.mjs';

// As in clock.ts: once per process, not once per test file.
const SET = Symbol.for('the statements of the tests are recorded');
const world = globalThis as { [SET]?: boolean };
if (!world[SET]) {
  world[SET] = true;
  recordStatements(inject('statementsFolder'));
}
