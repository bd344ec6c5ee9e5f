import type { ZodType } from 'zod';
import { csvLine } from '../base/csv.ts';
import { columnsOf } from './csv-columns.ts';

/**
 * A list as CSV: a header row from the schema of its records, then one row per record. Optional fields get columns if
 * the first record has them.
 */
export function csvWriter(records: ZodType[], first: object | undefined): (batch: object[] | 'header') => string {
  const columns = columnsOf(records).filter(
    ({ field, isOptional }) => !isOptional || (first && Object.hasOwn(first, field)),
  );
  return (batch) =>
    batch === 'header'
      ? csvLine(columns.map(({ name }) => name))
      : batch.map((record) => csvLine(columns.map(({ cellOf }) => cellOf(record)))).join('');
}
