import { expect, test } from 'vitest';
import { splitDays } from './time-range.ts';

const at = (text: string) => new Date(text);
const range = (since: string, until: string) => ({ since: at(since), until: at(until) });

test.each([
  ['whole days', range('2026-01-30', '2026-02-02'), { from: '2026-01-30', to: '2026-02-01' }, []],
  [
    'partial days at both ends',
    range('2026-01-30T12:00:00Z', '2026-02-02T06:00:00Z'),
    { from: '2026-01-31', to: '2026-02-01' },
    [range('2026-01-30T12:00:00Z', '2026-01-31'), range('2026-02-02', '2026-02-02T06:00:00Z')],
  ],
  [
    'within one day',
    range('2026-01-30T01:00:00Z', '2026-01-30T02:00:00Z'),
    undefined,
    [range('2026-01-30T01:00:00Z', '2026-01-30T02:00:00Z')],
  ],
  [
    'across midnight',
    range('2026-01-30T23:00:00Z', '2026-01-31T01:00:00Z'),
    undefined,
    [range('2026-01-30T23:00:00Z', '2026-01-31T01:00:00Z')],
  ],
  ['nothing', range('2026-01-30', '2026-01-30'), undefined, []],
])('a range is split into whole days and the rest: %s', (_name, given, days, rest) => {
  expect(splitDays(given)).toEqual({ days, rest });
});
