import { expect, test } from 'vitest';
import { bytesText } from './bytes-text.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [41_234_567_890, '41 GB'],
  [1_540_000, '1.5 MB'],
  [999_600, '1 MB'],
  [123_456_789, '123 MB'],
  [2e15, '2000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});
