import { expect, test } from 'vitest';
import { linesOf } from './lines.ts';

test('list entries are separated by line breaks or commas', () => {
  expect(linesOf(' 10.0.0.1 \n\n10.0.0.2, 10.0.0.3')).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.3']);
});
