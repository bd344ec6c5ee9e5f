import { type Sql, sql } from './db.ts';

export const LONGEST_PAGE = 100;

export interface Page {
  page: number;
  perPage: number;
}

export function limitTo({ page, perPage }: Page): Sql {
  return sql`limit ${perPage} offset ${(page - 1) * perPage}`;
}
