// Server and dashboard share this file, so it must not import anything.

/** One line of CSV by RFC 4180: quoted where needed, quotes doubled. Cells are protected against formula injection. */
export function csvLine(values: unknown[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text =
    typeof value === 'string' ? withGuard(value) : typeof value === 'object' ? JSON.stringify(value) : `${value}`;
  return /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Spreadsheets run a cell that starts like this as a formula. A leading apostrophe makes it text. The pattern includes
 * leading apostrophes, so that parsing restores every text exactly.
 */
const FORMULA = /^'*(?:\s*[=+\-@|%＝＋－＠]|[\t\r\n])/;
/** Numbers such as the trend `+13%` are harmless and stay numbers. */
const SIGNED_NUMBER = /^[+-]\d+(\.\d+)?%?$/;

function withGuard(text: string): string {
  return FORMULA.test(text) && !SIGNED_NUMBER.test(text) ? `'${text}` : text;
}

function withoutGuard(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

export interface CsvRow {
  /** The line of the file on which the row starts, counted from 1. */
  line: number;
  /** The cells as they were passed to `csvLine`. */
  cells: string[];
  /** The file ends inside a quoted cell of this row. */
  isUnclosed: boolean;
}

/** Parses CSV text that arrives in chunks. Memory holds one chunk and one row. */
export async function* readCsv(pieces: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const reader = createReader(',');
  for await (const piece of pieces) yield* reader.take(piece);
  yield* reader.end();
}

/** Parses CSV text whose cells are separated by commas, semicolons or tabs. */
export function parseCsv(text: string): CsvRow[] {
  const reader = createReader(findSeparator(text));
  return [...reader.take(text), ...reader.end()];
}

/** The separator that occurs most often in the first line. */
function findSeparator(text: string): string {
  const [first = ''] = text.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: first.split(sign).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).sign;
}

function createReader(separator: string) {
  let cells: string[] = [];
  let cell = '';
  let line = 1;
  let began = 1;
  let previous = '';
  // A quote inside a quoted cell either ends the cell or is the first of a doubled quote.
  let state: 'plain' | 'quoted' | 'closing' = 'plain';

  function endCell(): void {
    cells.push(withoutGuard(cell));
    [cell, state] = ['', 'plain'];
  }

  /** Empty lines are skipped. */
  function* endRow(): Generator<CsvRow> {
    const isUnclosed = state === 'quoted';
    endCell();
    if (cells.length > 1 || cells[0] !== '') yield { line: began, cells, isUnclosed };
    [cells, began] = [[], line];
  }

  function add(character: string): void {
    if (character === '"' && (state !== 'plain' || cell.trim() === '')) {
      if (state === 'plain') cell = '';
      if (state === 'closing') cell += '"';
      state = state === 'quoted' ? 'closing' : 'quoted';
    } else {
      cell += character;
      if (state === 'closing') state = 'plain';
    }
  }

  function* take(piece: string): Generator<CsvRow> {
    for (const character of piece) {
      const isSecondHalf = character === '\n' && previous === '\r';
      const isLineEnd = (character === '\n' || character === '\r') && !isSecondHalf;
      if (isLineEnd) line++;
      previous = character;
      if (state === 'quoted') add(character);
      else if (isLineEnd) yield* endRow();
      else if (character === separator) endCell();
      else if (!isSecondHalf && !(character === '\ufeff' && cell === '')) add(character);
    }
  }

  return { take, end: endRow };
}
