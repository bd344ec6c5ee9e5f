import { OWN_BRAND } from '../api/competitors.ts';

/**
 * Distinguishable in light and dark mode and with color blindness: hues in Okabe–Ito order, and neighbors also differ in
 * lightness. The accent color is reserved for your own brand.
 */
const COLORS = [
  'light-dark(#b8500a, #f4a261)',
  'light-dark(#0a8a80, #4fd6c4)',
  'light-dark(#a81e63, #f58abf)',
  'light-dark(#97780a, #e6c84f)',
  'light-dark(#2b86c5, #74bdf2)',
  'light-dark(#37691c, #97d673)',
  'light-dark(#6b7280, #b0b9c8)',
  'light-dark(#7a4526, #d3a483)',
];

/** Colors depend on the order in which competitors were added, which is the order of their ids. */
export function colorBrands(brandIds: string[]): Map<string, string> {
  const competitors = brandIds.filter((id) => id !== OWN_BRAND).sort();
  return new Map([
    [OWN_BRAND, 'var(--accent)'],
    ...competitors.map((id, index) => [id, COLORS[index % COLORS.length] ?? 'gray'] as const),
  ]);
}
