import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { ComparedScore } from '../content.ts';
import { CONTENT_WIDTH, DOWN, LINE, MUTED, UP } from './palette.ts';

/** Rows under a head that is repeated on every page, with hairlines between them. A row is never torn in two. */
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

/** What is left for a `*` is worked out here: left to itself, it grows with the longest word and pushes the rest off the page. */
function inPoints(columns: (number | '*')[]): number[] {
  const taken = columns.reduce<number>((sum, column) => sum + (column === '*' ? 0 : column), 0);
  const free = CONTENT_WIDTH - taken - 2 * PADDING * (columns.length - 1);
  return columns.map((column) => (column === '*' ? free : column));
}

/** Titles of columns; `>` before one sets it to the right. */
export function headCells(titles: string[]): TableCell[] {
  return titles.map((title) =>
    title.startsWith('>')
      ? { text: title.slice(1), style: 'head', alignment: 'right' }
      : { text: title, style: 'head' },
  );
}

/** The score before, and by how much this one differs. */
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
