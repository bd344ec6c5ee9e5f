/** The cells of a CSV text: quotes, line breaks inside them, commas, semicolons or tabs, and a byte order mark. */
export function parseCsv(text: string): { rows: CsvRow[]; problem?: string } {
  const content = text.replace(/^\uFEFF/, '');
  const separator = findSeparator(content);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let startedAt = 1;
  const endRow = () => {
    cells.push(cell);
    if (cells.some((one) => one.trim() !== '')) rows.push({ line: startedAt, cells: cells.map((one) => one.trim()) });
    cells = [];
    cell = '';
  };
  for (let at = 0; at < content.length; at++) {
    const sign = content[at];
    if (isQuoted && sign === '"' && content[at + 1] === '"') {
      cell += '"';
      at++;
    } else if (sign === '"' && (isQuoted || cell.trim() === '')) {
      if (!isQuoted) cell = '';
      isQuoted = !isQuoted;
    } else if (!isQuoted && sign === separator) {
      cells.push(cell);
      cell = '';
    } else if (!isQuoted && (sign === '\n' || sign === '\r')) {
      if (sign === '\r' && content[at + 1] === '\n') at++;
      endRow();
      line++;
      startedAt = line;
    } else {
      if (sign === '\n') line++;
      cell += sign;
    }
  }
  endRow();
  if (!isQuoted) return { rows };
  return { rows, problem: `A quotation mark that opens on line ${startedAt} is never closed.` };
}

export interface CsvRow {
  /** Where it begins, as an editor counts. */
  line: number;
  cells: string[];
}

/** A line of CSV. A text that a spreadsheet would run as a formula is written so that it does not. */
export function csvLine(values: (string | number | null | undefined)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n;]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The same rule as in `server/src/base/csv.ts`, so that each reads what the other wrote. */
const FORMULA = /^'*(?:\s*[=+\-@|%＝＋－＠]|[\t\r\n])/;

/** The text of a cell that `csvLine` wrote. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

/** Of the signs that may separate cells, the one that the first line has most of. */
function findSeparator(content: string): string {
  const [first = ''] = content.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: first.split(sign).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).sign;
}
