import type { VisibilityQuery } from './generated/queries.ts';

/** A page of records. `total` counts all matching records, not only this page. */
export interface List<Item> {
  data: Item[];
  meta: { total: number; page: number; per_page: number };
}

export interface ReportFile {
  /** The suggested file name. */
  name: string;
  /** `application/pdf`, `text/csv` or `application/json`, with its charset. */
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export type VisibilitySort = Exclude<NonNullable<VisibilityQuery['sort']>, `-${string}`>;
