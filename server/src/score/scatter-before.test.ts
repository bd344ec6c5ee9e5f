import { expect, test } from 'vitest';
import { scatterBefore } from './scatter-before.ts';

test('a window knows the scatter of the last window that closed before it, by platform', () => {
  const at = scatterBefore([
    { platform: 'chatgpt', windows: [1, 2, 5], phi: [1.1, 1.2, 1.5], df: [3, 4, 7] },
    { platform: 'claude', windows: [4], phi: [2], df: [9] },
  ]);
  const known = (window: number) => Object.fromEntries([...at(window)].map(([platform, { phi }]) => [platform, phi]));
  expect(known(1)).toEqual({});
  expect(known(2)).toEqual({ chatgpt: 1.1 });
  expect(known(5)).toEqual({ chatgpt: 1.2, claude: 2 });
  expect(known(6)).toEqual({ chatgpt: 1.5, claude: 2 });
  expect(at(6)).toBe(at(6));
});
