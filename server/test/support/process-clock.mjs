// Loaded first in a process that a test starts: it has the time of the tests.
import { shiftDate } from '../../../scripts/shift-date.mjs';

shiftDate(Number(process.env.CLOCK_SHIFT_MS));
