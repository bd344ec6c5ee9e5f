import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { collecting, LEAST_ANSWERS, NO_CLEAR_CHANGE, type ScoreChange, signedPoints } from '../../base/score-text.ts';
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

/** The previous score and the change in points: bold and in color if significant, otherwise grey. */
export function changeCell(score: ComparedScore): TableCell {
  if (!isCompared(score)) return { text: '–', color: MUTED, alignment: 'right' };
  return {
    alignment: 'right',
    text: [{ text: `${score.previous_score}  `, color: MUTED }, changeRun(changeOf(score))],
  };
}

export const CHANGE_NOTE = `Changes are in points. Bold: significant. Grey: ${NO_CLEAR_CHANGE}.`;

export function changeRun({ points, significant }: ScoreChange) {
  const color = significant && points !== 0 ? (points < 0 ? DOWN : UP) : MUTED;
  return { text: signedPoints(points), bold: significant === true, color };
}

/** Whether there is a previous score and enough answers for the current one. */
export function isCompared(score: ComparedScore): boolean {
  return score.previous_score !== null && score.sample_size >= LEAST_ANSWERS;
}

export function changeOf({ visibility_score, previous_score, significant = null }: ComparedScore): ScoreChange {
  return { points: visibility_score - (previous_score ?? visibility_score), significant };
}

/** The score and the cells after it that describe it. With too few answers, a text in place of all of them. */
export function scoreCells({ visibility_score, sample_size, planned }: ComparedScore, rest: TableCell[]): TableCell[] {
  const text = collecting(sample_size, planned);
  if (text === undefined) return [{ text: `${visibility_score}`, bold: true, alignment: 'right' }, ...rest];
  return [{ text, color: MUTED, colSpan: rest.length + 1 }, ...rest.map(() => ({ text: '' }))];
}
