import { createHash } from 'node:crypto';
import { compress, decompress, init } from '@bokuweb/zstd-wasm';
import { z } from 'zod';
import type { CitedPage, Page } from '../collect/platform.ts';
import { corrupted, folderOf, type Part, type Place } from './manifest.ts';
import type { Storage } from './storage.ts';

const answerLine = z.object({
  answer_id: z.string(),
  asked_at: z.iso.datetime(),
  keyword_id: z.string(),
  platform: z.string(),
  model: z.string().nullable(),
  prompt: z.string(),
  text: z.string(),
  cited: z.array(z.custom<CitedPage>()),
  retrieved: z.array(z.custom<Page>()),
  /** The platform's reply, as it came. */
  raw: z.string().nullable(),
});

/** An answer in an archive: one line of NDJSON. */
export type ArchivedAnswer = z.output<typeof answerLine>;

const NEWLINE = 10;
/** Far more than any part has. Decompressing takes several times as much memory. */
const MOST_BYTES = 128 * 1024 * 1024;
const ZSTD_MAGIC = 0xfd2fb528;
let loaded: Promise<void> | undefined;

/** Writes lines as one compressed file. Its name contains its hash, so that another run cannot replace it. */
export async function writePart(
  storage: Storage,
  place: Place,
  { lines, number }: { lines: ArchivedAnswer[]; number: number },
): Promise<Part> {
  loaded ??= init();
  await loaded;
  const ndjson = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const content = Buffer.from(compress(ndjson));
  const sha256 = sha256Of(content);
  const file = `part-${String(number).padStart(4, '0')}-${sha256.slice(0, 16)}.ndjson.zst`;
  await storage.write(`${folderOf(place)}/${file}`, content);
  return {
    file,
    sha256,
    bytes: content.length,
    ndjson_bytes: ndjson.length,
    answers: lines.length,
    first_keyword_id: lines[0]?.keyword_id ?? '',
    last_keyword_id: lines.at(-1)?.keyword_id ?? '',
  };
}

/** The answers of a part, exactly as they were written. */
export async function readPart(storage: Storage, place: Place, part: Part): Promise<ArchivedAnswer[]> {
  const name = `${folderOf(place)}/${part.file}`;
  const content = await storage.read(name);
  if (!content) throw corrupted(storage, name, 'the file is missing');
  if (content.length !== part.bytes) {
    throw corrupted(storage, name, `it has ${content.length} bytes, the manifest says ${part.bytes}`);
  }
  if (sha256Of(content) !== part.sha256) throw corrupted(storage, name, 'its SHA-256 is not that of the manifest');
  const size = decompressedBytes(content);
  if (size !== part.ndjson_bytes || size > MOST_BYTES) {
    throw corrupted(
      storage,
      name,
      `it decompresses to ${size ?? 'an unknown number of'} bytes, the manifest says ${part.ndjson_bytes}, and a part has at most ${MOST_BYTES}`,
    );
  }
  loaded ??= init();
  await loaded;
  const answers = answersIn(content);
  if (!answers) throw corrupted(storage, name, 'it contains something else than answers');
  if (answers.length !== part.answers) {
    throw corrupted(storage, name, `it has ${answers.length} answers, the manifest says ${part.answers}`);
  }
  return answers;
}

/** What the header of the frame says (RFC 8878, 3.1.1.1); the decoder never writes more. Undefined without a size. */
function decompressedBytes(frame: Buffer): number | undefined {
  const flags = frame[4] ?? 0;
  const isSingleSegment = (flags & 0x20) !== 0;
  const start = 5 + (isSingleSegment ? 0 : 1) + ([0, 1, 2, 4][flags & 3] ?? 0);
  if (frame.length < start + 8 || frame.readUInt32LE(0) !== ZSTD_MAGIC) return undefined;
  if (flags >> 6 === 1) return frame.readUInt16LE(start) + 256;
  if (flags >> 6 === 2) return frame.readUInt32LE(start);
  if (flags >> 6 === 3) return Number(frame.readBigUInt64LE(start));
  return isSingleSegment ? frame[start] : undefined;
}

/** Undefined if it is no part of an archive, even though its hash is that of the manifest. */
function answersIn(content: Buffer): ArchivedAnswer[] | undefined {
  try {
    return [...linesOf(Buffer.from(decompress(content).buffer))].map((line) => answerLine.parse(line));
  } catch {
    return undefined;
  }
}

function* linesOf(ndjson: Buffer): Generator<unknown> {
  let from = 0;
  for (let end = ndjson.indexOf(NEWLINE); end !== -1; end = ndjson.indexOf(NEWLINE, from)) {
    yield JSON.parse(ndjson.toString('utf8', from, end));
    from = end + 1;
  }
}

function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
