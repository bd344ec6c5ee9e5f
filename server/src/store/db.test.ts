import { expect, test } from 'vitest';
import { isDatabaseAway } from './db.ts';

test.each([
  ['a worker of a cluster that refuses connections', '08006', 'connection to the remote node failed', true],
  [
    'a worker of a cluster that dies',
    'XX000',
    'server closed the connection unexpectedly\n\tThis probably means',
    true,
  ],
  ['an internal error', 'XX000', 'could not find block', false],
  ['a wrong statement', '42601', 'syntax error', false],
])('%s (%s)', (_what, code, message, isAway) => {
  expect(isDatabaseAway(Object.assign(new Error(message), { code }))).toBe(isAway);
});
