import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { readCsv } from '../base/csv.ts';
import { SetupError } from '../base/errors.ts';
import { own } from '../base/own.ts';
import { isScraperFormat, readScraped, repliesIn } from '../collect/scraped/read-scraped.ts';
import type { ScraperFormat } from '../collect/scraped/table.ts';
import { ingestAnswers } from '../measure/ingest.ts';
import type { IncomingLine } from '../measure/ingest-line.ts';
import { readJsonLine } from '../measure/ndjson.ts';
import type { Db } from '../store/db.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import type { Call } from './command.ts';
import type { WorkspaceService } from './open.ts';
import { createProgress } from './progress.ts';

// Enough lines for four transactions, so that reading and storing overlap.
const BATCH = 2_000;
const COLUMNS = [
  'keyword_id',
  'keyword',
  'platform',
  'prompt',
  'text',
  'sources',
  'model',
  'surface',
  'asked_at',
  'external_id',
  'status',
  'requested_model',
  'searched',
  'queries',
];

export async function run(
  { db, workspace }: WorkspaceService,
  { options, args: [path] }: Call<{ json: boolean; format: string }, [string]>,
): Promise<string> {
  const onProgress = createProgress('Storing answers', process.stderr);
  const onRefused = (line: number, detail: string) => void process.stderr.write(`line ${line}: ${detail}\n`);
  const summary = await ingestFile(db, workspace, { path, format: options.format, onProgress, onRefused });
  const { lines, stored, duplicates, refused } = summary;
  if (refused > 0) process.exitCode = 1;
  return options.json
    ? JSON.stringify(summary)
    : `${lines} lines: ${stored} stored, ${duplicates} already stored, ${refused} rejected.`;
}

interface IngestSummary {
  lines: number;
  stored: number;
  duplicates: number;
  refused: number;
}

interface IngestOptions {
  path: string;
  /** A scraper whose replies the file contains. Otherwise it contains answers. */
  format?: string;
  onProgress: (done: number, total: number) => void;
  onRefused: (line: number, detail: string) => void;
}

/**
 * Stores the answers of a file. A line without an `external_id` gets the hash of its content as id. So the same file
 * can be loaded twice, and an interrupted run can be repeated from the start.
 */
export async function ingestFile(db: Db, workspace: Workspace, options: IngestOptions): Promise<IngestSummary> {
  if (workspace.reading === 0) {
    throw new SetupError('No brand is set up yet. Set it up first: visibility brand brand.json');
  }
  const format = isScraperFormat(options.format) ? options.format : undefined;
  const file = openFile(options.path, format);
  const summary: IngestSummary = { lines: 0, stored: 0, duplicates: 0, refused: 0 };
  let batch: IncomingLine[] = [];
  const store = async () => {
    for (const { line, status, detail = '' } of await ingestAnswers(db, workspace, batch)) {
      summary.lines++;
      summary[status === 'duplicate' ? 'duplicates' : status]++;
      if (status === 'refused') options.onRefused(line, detail);
    }
    batch = [];
    options.onProgress(file.bytesRead(), file.size);
  };
  for await (const line of file.lines) {
    batch.push(format ? fromScraper(line, format) : withExternalId(fromExport(line)));
    if (batch.length === BATCH) await store();
  }
  await store();
  options.onProgress(1, 1);
  return summary;
}

interface OpenedFile {
  lines: AsyncIterable<IncomingLine>;
  size: number;
  bytesRead: () => number;
}

function openFile(path: string, format: ScraperFormat | undefined): OpenedFile {
  const read = readerOf(path, format);
  if (!read) throw new SetupError(`${path}: unknown file type. Use .jsonl, .ndjson or ${format ? '.json' : '.csv'}.`);
  let size: number;
  try {
    size = statSync(path).size;
  } catch (error) {
    throw new SetupError(`Cannot read ${path} (${(error as NodeJS.ErrnoException).code}).`);
  }
  const stream = createReadStream(path, { encoding: 'utf8' });
  return { lines: read(stream, path), size, bytesRead: () => stream.bytesRead };
}

function readerOf(path: string, format: ScraperFormat | undefined) {
  if (/\.(jsonl|ndjson)$/i.test(path)) return jsonLines;
  if (!format) return /\.csv$/i.test(path) ? csvLines : undefined;
  const read = (stream: NodeJS.ReadableStream) => jsonReplies(stream, format);
  return /\.json$/i.test(path) ? read : undefined;
}

/** A scraper's reply, alone or with what it does not say. Without an id of the scraper, its content is its id. */
function fromScraper(line: IncomingLine, format: ScraperFormat): IncomingLine {
  if ('problem' in line) return line;
  const isWrapped = typeof line.value === 'object' && line.value !== null && 'reply' in line.value;
  const value = { ...(isWrapped ? (line.value as object) : { reply: line.value }), format };
  const read = readScraped(format, (value as { reply?: unknown }).reply);
  const hasId = typeof read === 'object' && read.external_id !== undefined;
  return hasId ? { ...line, value } : withExternalId({ ...line, value });
}

/** One JSON text with one or more replies. The number of a line is the place of its reply. */
async function* jsonReplies(stream: NodeJS.ReadableStream, format: ScraperFormat): AsyncGenerator<IncomingLine> {
  const content = readJsonLine((await text(stream)).replace(/^\ufeff/, ''), 1);
  if ('problem' in content) yield { line: 1, problem: 'The file is not valid JSON' };
  else for (const [index, value] of repliesIn(format, content.value).entries()) yield { line: index + 1, value };
}

/**
 * A line written by `visibility export answers`. Its ids belong to another database, so the keyword is found by its
 * text.
 */
function fromExport(line: IncomingLine): IncomingLine {
  if ('problem' in line || !isExported(line.value)) return line;
  const { answer_id: external_id, keyword_id: _, cost_usd: __, ...answer } = line.value;
  return { line: line.line, value: { ...answer, external_id, surface: 'import' } };
}

function isExported(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'answer_id' in value && 'keyword' in value;
}

async function* jsonLines(stream: NodeJS.ReadableStream): AsyncGenerator<IncomingLine> {
  let line = 0;
  for await (const text of createInterface({ input: stream, crlfDelay: Infinity })) {
    line++;
    const content = line === 1 ? text.replace(/^\ufeff/, '') : text;
    if (content.trim() !== '') yield readJsonLine(content, line);
  }
}

async function* csvLines(stream: NodeJS.ReadableStream, path: string): AsyncGenerator<IncomingLine> {
  let header: string[] | undefined;
  for await (const { line, cells, isUnclosed } of readCsv(stream as AsyncIterable<string>)) {
    if (!header) header = readHeader(cells, path);
    else if (isUnclosed) yield { line, problem: 'has an unclosed quotation mark' };
    else if (cells.length > header.length) yield tooMany(line, header);
    else yield { line, value: toValue(header, cells) };
  }
}

function readHeader(cells: string[], path: string): string[] {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const unknown = names.filter((name) => !COLUMNS.includes(name));
  if (unknown.length === 0) return names;
  throw new SetupError(`${path}: unknown column ${unknown.join(', ')}. Valid columns: ${COLUMNS.join(', ')}.`);
}

function tooMany(line: number, header: string[]): IncomingLine {
  return { line, problem: `has more cells than the ${header.length} of the header` };
}

/** An empty cell is a missing field. */
function toValue(header: string[], cells: string[]): Record<string, unknown> {
  const given = header.flatMap((name, i): [string, unknown][] => {
    const cell = cells[i] ?? '';
    return cell === '' ? [] : [[name, own(READERS, name)?.(cell) ?? cell]];
  });
  return Object.fromEntries(given);
}

const READERS: Record<string, (cell: string) => unknown> = {
  sources: (cell) =>
    readList(cell, () =>
      cell
        .trim()
        .split(/\s+/)
        .map((url) => ({ url })),
    ),
  // As in the API's CSV: a `;` inside a query is escaped with a backslash.
  queries: (cell) =>
    readList(cell, () => (cell.match(/(?:\\.|[^\\;])+/g) ?? []).map((query) => query.replace(/\\(.)/g, '$1'))),
  searched: (cell) => own({ true: true, false: false }, cell.trim().toLowerCase()) ?? cell,
};

/** A JSON list, or a list in the short form of its column. */
function readList(cell: string, readShort: () => unknown): unknown {
  if (!cell.trimStart().startsWith('[')) return readShort();
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

function withExternalId(line: IncomingLine): IncomingLine {
  if (!('value' in line) || typeof line.value !== 'object' || line.value === null) return line;
  const value = line.value as Record<string, unknown>;
  if (Array.isArray(value) || (value.external_id ?? undefined) !== undefined) return line;
  const hash = createHash('sha256').update(canonical(value)).digest('base64url');
  return { ...line, value: { ...value, external_id: `sha256:${hash}` } };
}

/** The same content gives the same text, regardless of field order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}
