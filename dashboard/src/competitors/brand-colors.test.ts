import { expect, test } from 'vitest';
import { colorBrands } from './brand-colors.ts';

test('the own brand has the accent, and every competitor keeps its colour in whatever order they come', () => {
  const colors = colorBrands(['cmp_2', 'brand', 'cmp_1', 'cmp_3']);
  expect(colors.get('brand')).toBe('var(--accent)');
  expect(new Set(colors.values()).size).toBe(4);
  expect(colorBrands(['cmp_1', 'cmp_2', 'cmp_3'])).toEqual(colors);
});

test('a fiftieth competitor has a colour too', () => {
  const ids = Array.from({ length: 50 }, (_, i) => `cmp_${i}`);
  expect(
    [...colorBrands(ids).values()].every((color) => color.startsWith('light-dark') || color === 'var(--accent)'),
  ).toBe(true);
});
