import { empty, type Sql, sql } from './db.ts';

export const LONGEST_PAGE = 100;

/** Rows of a batch when a whole list is walked. */
export const BATCH = 250;

export interface Page {
  page: number;
  perPage: number;
  /** Instead of a number of pages before it: the row that it follows. */
  after?: Place | undefined;
}

/** Where a row stands in a list that goes by time. */
export interface Place {
  at: Date | string;
  id: string;
}

export function limitTo({ page, perPage, after }: Page): Sql {
  return after ? sql`limit ${perPage}` : sql`limit ${perPage} offset ${(page - 1) * perPage}`;
}

/** Only what follows, in a list whose newest rows come first. */
export function olderThan({ after }: Page, at: Sql, id: Sql): Sql {
  return after ? sql`and (${at}, ${id}) < (${after.at}::timestamptz, ${after.id})` : empty;
}

/** Only what follows, in a list whose oldest rows come first. */
export function newerThan({ after }: Page, at: Sql, id: Sql): Sql {
  return after ? sql`and (${at}, ${id}) > (${after.at}::timestamptz, ${after.id})` : empty;
}

/**
 * A whole list, batch by batch. Each begins behind the last row of the one before, so nothing is skipped or told twice
 * however many rows arrive meanwhile, the last batch is as quick as the first, and no connection is held in between.
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
