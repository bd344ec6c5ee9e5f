import type { ReactNode } from 'react';
import classes from './data-table.module.css';

export interface Column<Row> {
  /** Its heading; on a phone it stands before the value. */
  title: string;
  show: (row: Row) => ReactNode;
  /** Numbers stand to the right. */
  isNumber?: boolean;
  /** On a phone this column heads the card. */
  isHeading?: boolean;
}

interface DataTableProps<Row> {
  /** What the table holds, for a screen reader. */
  label: string;
  rows: Row[];
  columns: Column<Row>[];
  rowKey: (row: Row) => string;
}

/** A table that is a list of cards where there is little room for it. */
export function DataTable<Row>({ label, rows, columns, rowKey }: DataTableProps<Row>) {
  return (
    <div className={classes.place}>
      <div className={`card ${classes.frame}`}>
        <table className={classes.table} aria-label={label}>
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
