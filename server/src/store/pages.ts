import { empty, type Sql, sql } from './db.ts';

export const LONGEST_PAGE = 100;

/** Rows per batch when a whole list is read. */
export const BATCH = 100;

export interface Page {
  page: number;
  perPage: number;
  /** The row that the page follows, instead of a page number. */
  after?: Place | undefined;
}

/** The position of a row in a list sorted by time. */
export interface Place {
  at: Date | string;
  id: string;
}

export function limitTo({ page, perPage, after }: Page): Sql {
  return after ? sql`limit ${perPage}` : sql`limit ${perPage} offset ${(page - 1) * perPage}`;
}

/** Only rows after this one, in a list sorted newest first. */
export function olderThan({ after }: Page, at: Sql, id: Sql): Sql {
  return after ? sql`and (${at}, ${id}) < (${after.at}::timestamptz, ${after.id})` : empty;
}

/** Only rows after this one, in a list sorted oldest first. */
export function newerThan({ after }: Page, at: Sql, id: Sql): Sql {
  return after ? sql`and (${at}, ${id}) > (${after.at}::timestamptz, ${after.id})` : empty;
}

/**
 * A whole list in batches. Each batch starts after the last row of the previous one. So no row is skipped or repeated
 * when rows are added, the last batch is as fast as the first, and no connection is held in between.
 */
export async function* everyBatch<Row>(
  read: (page: Page) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
): AsyncGenerator<Row[]> {
  let after: Place | undefined;
  for (;;) {
    const rows = await read({ page: 1, perPage: BATCH, after });
    const last = rows.at(-1);
    if (last) yield rows;
    if (!last || rows.length < BATCH) return;
    after = placeOf(last);
  }
}
