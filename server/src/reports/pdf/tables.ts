import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { ComparedScore } from '../content.ts';
import { CONTENT_WIDTH, DOWN, LINE, MUTED, UP } from './palette.ts';

/** Rows with a header that is repeated on every page. A row is never split across pages. */
export function plainTable(columns: (number | '*')[], body: TableCell[][]): Content {
  const widths = inPoints(columns);
  return {
    table: { headerRows: 1, dontBreakRows: true, widths, body },
    layout: {
      hLineWidth: (i, node) => (i === 0 || i === node.table.body.length ? 0 : 0.5),
      hLineColor: () => LINE,
      vLineWidth: () => 0,
      paddingLeft: (i) => (i === 0 ? 0 : PADDING),
      paddingRight: (i) => (i === widths.length - 1 ? 0 : PADDING),
      paddingTop: () => 3.5,
      paddingBottom: () => 3,
    },
  };
}

const PADDING = 5;

/**
 * Computes the width of a `*` column. Otherwise it would grow with the longest word and push the others off the page.
 */
function inPoints(columns: (number | '*')[]): number[] {
  const taken = columns.reduce<number>((sum, column) => sum + (column === '*' ? 0 : column), 0);
  const free = CONTENT_WIDTH - taken - 2 * PADDING * (columns.length - 1);
  return columns.map((column) => (column === '*' ? free : column));
}

/** Column titles. A leading `>` aligns the column to the right. */
export function headCells(titles: string[]): TableCell[] {
  return titles.map((title) =>
    title.startsWith('>')
      ? { text: title.slice(1), style: 'head', alignment: 'right' }
      : { text: title, style: 'head' },
  );
}

/** The previous score and the change. */
export function trendCell({ previous_score, trend }: Pick<ComparedScore, 'previous_score' | 'trend'>): TableCell {
  if (previous_score === null) return { text: '–', color: MUTED, alignment: 'right' };
  return {
    alignment: 'right',
    text: [
      { text: `${previous_score}  `, color: MUTED },
      { text: trend, color: signColor(trend) },
    ],
  };
}

export function signColor(signed: string): string {
  if (/^[+-]0\b/.test(signed)) return MUTED;
  return signed.startsWith('-') ? DOWN : UP;
}
