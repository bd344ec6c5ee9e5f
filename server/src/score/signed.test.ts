import { expect, test } from 'vitest';
import { signedNumber, signedPercent } from './signed.ts';

test.each([
  [13, '+13', '+13%'],
  [-8, '-8', '-8%'],
  [0, '+0', '+0%'],
  [-0, '+0', '+0%'],
  [-999, '-999', '-999%'],
])('%d is written %s and %s', (value, number, percent) => {
  expect(signedNumber(value)).toBe(number);
  expect(signedPercent(value)).toBe(percent);
});
