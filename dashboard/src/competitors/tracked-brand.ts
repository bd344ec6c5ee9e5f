/** Your brand or a competitor, with its metrics. */
export type { Standing as TrackedBrand } from '../api/competitors.ts';
