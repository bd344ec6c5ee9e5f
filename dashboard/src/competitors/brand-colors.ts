import { OWN_BRAND } from '../api/competitors.ts';

/**
 * Told apart in light and dark and with every kind of colour sight: hues of the Okabe–Ito order, and neighbours that
 * differ in lightness too. The accent is the own brand's alone.
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

/** Each competitor keeps its colour whatever the order of the list: it goes by the time it was added, which its id holds. */
export function colorBrands(brandIds: string[]): Map<string, string> {
  const competitors = brandIds.filter((id) => id !== OWN_BRAND).sort();
  return new Map([
    [OWN_BRAND, 'var(--accent)'],
    ...competitors.map((id, index) => [id, COLORS[index % COLORS.length] ?? 'gray'] as const),
  ]);
}
