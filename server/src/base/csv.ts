/** One line of CSV as RFC 4180 wants it: quoted where needed, quotes doubled. No cell of it runs as a formula. */
export function csvLine(values: unknown[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text =
    typeof value === 'string' ? guarded(value) : typeof value === 'object' ? JSON.stringify(value) : `${value}`;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A spreadsheet runs a cell that begins like this as a formula; after an apostrophe it is text. Texts come from AI answers
 * and web pages. Apostrophes before it are part of the pattern so that `withoutGuard` restores every text exactly.
 */
const FORMULA = /^'*(?:\s*[=+\-@|%＝＋－＠]|[\t\r\n])/;
/** Such as a trend, `+13%`: it runs nothing and stays a number. */
const SIGNED_NUMBER = /^[+-]\d+(\.\d+)?%?$/;

function guarded(text: string): string {
  return FORMULA.test(text) && !SIGNED_NUMBER.test(text) ? `'${text}` : text;
}

/** The text of a cell that `csvLine` wrote. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
