import { expect, test } from 'vitest';
import { linesOf } from './lines.ts';

test('lists are typed one a line or with commas', () => {
  expect(linesOf(' 10.0.0.1 \n\n10.0.0.2, 10.0.0.3')).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.3']);
});
