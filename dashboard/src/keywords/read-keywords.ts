import { type CsvRow, parseCsv } from '../../../server/src/base/csv.ts';
import type { NewKeyword } from '../api/keywords.ts';

export interface KeywordLine {
  line: number;
  keyword: NewKeyword;
  /** Problems of the line. Lines without problems can be sent. */
  problems: string[];
}

export interface ReadKeywords {
  lines: KeywordLine[];
  /** A problem with the whole file. */
  problem?: string | undefined;
}

const COLUMNS = ['keyword', 'tags', 'country', 'language'] as const;
type Column = (typeof COLUMNS)[number];
const MOST_LINES = 50_000;

/** Parses and checks keywords from CSV. Without a header, the default column order applies. */
export function readCsv(text: string): ReadKeywords {
  const rows = parseCsv(text).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const [first] = rows;
  if (!first) return { lines: [], problem: 'The file is empty.' };
  const named = first.cells.map((cell) => COLUMNS.find((column) => column === cell.trim().toLowerCase()));
  const hasHeader = named.includes('keyword');
  const columns = hasHeader ? named : COLUMNS.slice();
  const body = hasHeader ? rows.slice(1) : rows;
  if (body.length === 0) return { lines: [], problem: 'The file has a header but no keywords.' };
  if (body.length > MOST_LINES) {
    return {
      lines: [],
      problem: `The file has more than ${MOST_LINES.toLocaleString()} lines. Split it into smaller files.`,
    };
  }
  const open = body.find(({ isUnclosed }) => isUnclosed);
  const problem = open && `The quote opened on line ${open.line} is not closed.`;
  return { lines: markTwins(body.map((row) => readRow(row, columns))), problem };
}

/** Parses pasted keywords, one per line, with common tags, country and language. */
export function readPasted(text: string, common: Omit<NewKeyword, 'keyword'>): ReadKeywords {
  const lines = text.split(/\r?\n/).flatMap((words, index) => {
    const keyword = { ...common, keyword: tidy(words) };
    return keyword.keyword === '' ? [] : [{ line: index + 1, keyword, problems: problemsOf(keyword) }];
  });
  return { lines: markTwins(lines) };
}

export function readTags(text: string): string[] {
  return [...new Set(text.split(/[;,|]/).map(tidy).filter(Boolean))];
}

function readRow({ line, cells }: CsvRow, columns: (Column | undefined)[]): KeywordLine {
  const at = (column: Column) => (cells[columns.indexOf(column)] ?? '').trim();
  const keyword: NewKeyword = {
    keyword: tidy(at('keyword')),
    tags: readTags(at('tags')),
    country: at('country').toUpperCase() || null,
    language: at('language') || null,
  };
  const extra = cells.slice(columns.length).some((cell) => cell.trim() !== '');
  const problems = problemsOf(keyword);
  return { line, keyword, problems: extra ? [...problems, 'has more columns than the first line'] : problems };
}

function problemsOf({ keyword, tags, country, language }: NewKeyword): string[] {
  return [
    ...(keyword === '' ? ['keyword is missing'] : []),
    ...([...keyword].length > 200 ? ['keyword is longer than 200 characters'] : []),
    ...(HIDDEN.test(keyword) || tags.some((tag) => HIDDEN.test(tag)) ? ['contains invisible characters'] : []),
    ...(tags.length > 20 ? ['has more than 20 tags'] : []),
    ...(tags.some((tag) => [...tag].length > 50) ? ['has a tag longer than 50 characters'] : []),
    ...(country !== null && !/^[A-Z]{2}$/.test(country) ? [`“${country}” is not a country code such as DE`] : []),
    ...(language !== null && !isLanguage(language) ? [`“${language}” is not a language code such as en or pt-BR`] : []),
  ];
}

const HIDDEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

function isLanguage(tag: string): boolean {
  if (!/^[A-Za-z]{2,3}(-|$)/.test(tag)) return false;
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** Keywords with the same text, country and language are duplicates. Case is ignored. */
function markTwins(lines: KeywordLine[]): KeywordLine[] {
  const seen = new Map<string, number>();
  return lines.map((one) => {
    const { keyword, country, language } = one.keyword;
    const identity = JSON.stringify([keyword.toLowerCase(), country ?? '', language?.toLowerCase() ?? '']);
    const first = seen.get(identity);
    if (first === undefined) {
      seen.set(identity, one.line);
      return one;
    }
    return keyword === '' ? one : { ...one, problems: [...one.problems, `duplicate of line ${first}`] };
  });
}

function tidy(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ');
}
