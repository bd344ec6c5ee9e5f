import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { SetupError } from '../base/errors.ts';

// Format: gzipped text. The first line is a JSON header. Each table is a JSON line, its rows as `copy` writes them, and
// a line `\.`. The last line is JSON with the row count of each table and the SHA-256 of everything before it.
const headerLine = z.object({
  format: z.literal('visibility backup'),
  version: z.literal(1),
  created_at: z.string(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  partitions: z.array(z.object({ parent: z.string(), name: z.string(), bounds: z.string() })),
  /** Identifies the secrets key that the backup needs, without revealing it. */
  secrets_id: z.string(),
  /** The key itself, only if requested. */
  secrets_key: z.string().optional(),
});
const tableLine = z.object({ table: z.string(), columns: z.array(z.string()) });
const footerLine = z.object({ rows: z.record(z.string(), z.number()), sha256: z.string() });

export type BackupHeader = z.output<typeof headerLine>;

const END_OF_TABLE = '\\.\n';
const NEWLINE = 10;

export interface BackupWriter {
  begin(header: BackupHeader): void;
  beginTable(table: string, columns: string[]): void;
  /** A promise if the caller must wait for the disk. */
  write(chunk: Buffer): Promise<void> | undefined;
  endTable(rows: number): void;
}

/** Writes a backup to a temporary file and renames it when it is complete and on disk. Only its owner can read it. */
export async function writeBackup(path: string, work: (writer: BackupWriter) => Promise<void>): Promise<number> {
  if (existsSync(path)) throw new SetupError(`${path} already exists. Choose another file name.`);
  const half = `${path}.part`;
  try {
    await rm(half, { force: true });
    const gzip = createGzip();
    const written = pipeline(gzip, createWriteStream(half, { mode: 0o600, flags: 'wx' }));
    // Awaited below. Until then, a full disk must not cause an unhandled rejection.
    written.catch(() => undefined);
    const writer = createWriter(gzip, written);
    await work(writer);
    writer.finish();
    gzip.end();
    await written;
    const file = await open(half, 'r');
    await file.sync();
    const { size } = await file.stat();
    await file.close();
    await rename(half, path);
    return size;
  } catch (error) {
    await rm(half, { force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    if (code?.startsWith('E')) throw new SetupError(`Cannot write ${path} (${code}): ${message}.`);
    throw error;
  }
}

function createWriter(gzip: ReturnType<typeof createGzip>, written: Promise<void>) {
  const hash = createHash('sha256');
  const rows: Record<string, number> = {};
  let current = '';
  let drained: Promise<void> | undefined;
  const put = (text: string | Buffer) => {
    hash.update(text);
    return !gzip.destroyed && gzip.write(text);
  };
  return {
    begin: (header: BackupHeader) => void put(`${JSON.stringify(header)}\n`),
    beginTable(table: string, columns: string[]) {
      current = table;
      put(`${JSON.stringify({ table, columns })}\n`);
    },
    write(chunk: Buffer) {
      if (put(chunk)) return undefined;
      // Concurrent writes share one wait for `drain`.
      drained ??= new Promise<void>((resolve) => gzip.once('drain', resolve)).finally(() => {
        drained = undefined;
      });
      return Promise.race([drained, written]);
    },
    endTable(count: number) {
      rows[current] = count;
      put(END_OF_TABLE);
    },
    finish: () => void gzip.write(`${JSON.stringify({ rows, sha256: hash.digest('hex') })}\n`),
  };
}

export interface BackupTable {
  name: string;
  columns: string[];
  rows: AsyncIterable<Buffer>;
  count: (rows: number) => void;
}

/** A backup read from its file, in the order it was written. */
export interface OpenBackup {
  header: BackupHeader;
  /** Ends without an error only if the file is complete and unchanged. */
  tables: AsyncIterable<BackupTable>;
}

export async function openBackup(path: string): Promise<OpenBackup> {
  const lines = readLines(path);
  const hash = createHash('sha256');
  const take = async (): Promise<Buffer> => {
    const { value, done } = await lines.next();
    if (done) throw corrupted(path, 'the file ends too early');
    return value;
  };
  const first = await take();
  hash.update(first);
  const header = headerLine.safeParse(parseJson(first));
  if (!header.success) throw new SetupError(`${path} is not a backup that this version can read.`);
  return { header: header.data, tables: readTables(path, take, hash) };
}

async function* readTables(path: string, take: () => Promise<Buffer>, hash: ReturnType<typeof createHash>) {
  const counted: Record<string, number> = {};
  for (;;) {
    const line = await take();
    const json = parseJson(line);
    const footer = footerLine.safeParse(json);
    if (footer.success) {
      if (footer.data.sha256 !== hash.digest('hex')) throw corrupted(path, 'its SHA-256 does not match');
      if (JSON.stringify(footer.data.rows) !== JSON.stringify(counted)) throw corrupted(path, 'rows are missing');
      return;
    }
    const table = tableLine.safeParse(json);
    if (!table.success) throw corrupted(path, 'a table header is missing');
    hash.update(line);
    const count = (rows: number) => {
      counted[table.data.table] = rows;
    };
    yield { name: table.data.table, columns: table.data.columns, rows: readRows(take, hash), count };
  }
}

const PIECE_BYTES = 64 * 1024;

async function* readRows(take: () => Promise<Buffer>, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  let piece: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const line = await take();
    hash.update(line);
    if (line.length === END_OF_TABLE.length && line.toString('latin1') === END_OF_TABLE) break;
    piece.push(line);
    bytes += line.length;
    if (bytes < PIECE_BYTES) continue;
    yield Buffer.concat(piece);
    [piece, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(piece);
}

/** Lines with their line ends. An incomplete last line is left out. */
async function* readLines(path: string): AsyncGenerator<Buffer, undefined> {
  let rest: Buffer[] = [];
  try {
    const source = createReadStream(path);
    const unzipped = createGunzip();
    source.on('error', (error) => unzipped.destroy(error));
    for await (const chunk of source.pipe(unzipped) as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
        yield Buffer.concat([...rest, chunk.subarray(from, end + 1)]);
        [rest, from] = [[], end + 1];
      }
      if (from < chunk.length) rest.push(chunk.subarray(from));
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new SetupError(`File not found: ${path}`);
    if (code?.startsWith('Z_')) throw corrupted(path, 'it cannot be decompressed');
    throw code?.startsWith('E') ? new SetupError(`Cannot read ${path} (${code}).`) : error;
  }
}

function parseJson(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return undefined;
  }
}

function corrupted(path: string, how: string): SetupError {
  return new SetupError(`${path} is corrupted: ${how}. Nothing was restored. Use another backup.`);
}
