import type { ReactNode } from 'react';
import classes from './data-table.module.css';

export interface Column<Row> {
  /** The column heading. On phones it is shown before the value. */
  title: string;
  show: (row: Row) => ReactNode;
  /** Numbers are right-aligned. */
  isNumber?: boolean;
  /** On phones this column is the heading of the card. */
  isHeading?: boolean;
}

export interface DataTableProps<Row> {
  /** Name of the table for screen readers. */
  label: string;
  rows: Row[];
  columns: Column<Row>[];
  rowKey: (row: Row) => string;
  className?: string | undefined;
}

/** A table that becomes a list of cards on narrow screens. */
export function DataTable<Row>({ label, rows, columns, rowKey, className }: DataTableProps<Row>) {
  return (
    <div className={classes.place}>
      <div className={`card ${classes.frame}`}>
        <table className={[classes.table, className].filter(Boolean).join(' ')} aria-label={label}>
          <thead>
            <tr>
              {columns.map(({ title, isNumber }) => (
                <th key={title} scope="col" data-number={isNumber}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={rowKey(row)}>
                {columns.map(({ title, show, isNumber, isHeading }) => (
                  <td key={title} data-title={title} data-number={isNumber} data-heading={isHeading}>
                    {show(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
