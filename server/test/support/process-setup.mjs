// Loaded first in a process that a test starts: it has the time of the tests, and its statements are recorded with theirs.
import { shiftDate } from '../../../scripts/shift-date.mjs';
import { recordStatements } from './record-statements.mjs';

shiftDate(Number(process.env.CLOCK_SHIFT_MS));
recordStatements(process.env.STATEMENTS_FOLDER);
