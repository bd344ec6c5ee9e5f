import type { ZodType } from 'zod';
import { csvLine } from '../base/csv.ts';
import { type Cell, columnsOf } from './csv-columns.ts';

/**
 * A list as CSV: a header row from the schema of its records, then a row for each. What is there only when asked for has
 * columns when the first record has it.
 */
export function csvWriter(records: ZodType[], first: object | undefined): (batch: object[] | 'header') => string {
  const columns = columnsOf(records).filter(({ field, isOptional }) => !isOptional || (first && field in first));
  return (batch) =>
    batch === 'header'
      ? csvLine(columns.map(({ name }) => name))
      : batch.map((record) => csvLine(columns.map(({ cellOf }) => harmless(cellOf(record))))).join('');
}

/**
 * A spreadsheet takes a cell that begins like this for a formula, and runs it. Texts here come from the answers of AI
 * platforms and from web pages; an apostrophe makes them text. A signed number such as `+13%` runs nothing and stays.
 */
export function harmless(cell: Cell): Cell {
  if (typeof cell !== 'string' || !/^[=+\-@\t\r\n＝＋－＠]/.test(cell)) return cell;
  return /^[+-]\d+(\.\d+)?%?$/.test(cell) ? cell : `'${cell}`;
}
