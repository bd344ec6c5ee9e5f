import { expect, test } from 'vitest';
import { colorBrands } from './brand-colors.ts';

test('your brand has the accent color, and every competitor keeps its color in any order', () => {
  const colors = colorBrands(['cmp_2', 'brand', 'cmp_1', 'cmp_3']);
  expect(colors.get('brand')).toBe('var(--accent)');
  expect(new Set(colors.values()).size).toBe(4);
  expect(colorBrands(['cmp_1', 'cmp_2', 'cmp_3'])).toEqual(colors);
});

test('50 competitors all have a color', () => {
  const ids = Array.from({ length: 50 }, (_, i) => `cmp_${i}`);
  expect(
    [...colorBrands(ids).values()].every((color) => color.startsWith('light-dark') || color === 'var(--accent)'),
  ).toBe(true);
});
