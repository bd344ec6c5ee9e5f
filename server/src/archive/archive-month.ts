import { gunzipSync } from 'node:zlib';
import { SetupError } from '../base/errors.ts';
import { type AnswerTexts, countTextsLocked, textsOfMonth } from '../store/answers/answer-texts.ts';
import type { Db } from '../store/db.ts';
import { removeMonth } from '../store/retention/remove-month.ts';
import { monthOf, removedMonths, startRemoval } from '../store/retention/removed-months.ts';
import { type FoundAnswer, readArchive } from './archived-answers.ts';
import { type Manifest, type Part, type Place, readManifest, writeManifest } from './manifest.ts';
import { type ArchivedAnswer, readPart, writePart } from './part.ts';
import type { Storage } from './storage.ts';

/** Bounds the memory that a month needs. Compressed it is about a fifth. */
const PART_BYTES = 8 * 1024 * 1024;

export interface MonthToArchive {
  workspaceId: string;
  accountName: string;
  mode: 'live' | 'test';
  /** Such as `2025-08`. */
  month: string;
  /** The workspace's time. */
  now: Date;
  /** Archive without removing. */
  keep: boolean;
  partBytes?: number;
}

export interface ArchivedMonth {
  /** Answers that were not in the archive yet. */
  written: number;
  removed: number;
  bytes: number;
  ndjsonBytes: number;
}

/**
 * Writes the texts of a month that are not in the archive yet, reads them back, and only then removes them from the
 * database. Each step can be repeated, so a run continues where another one was killed.
 */
export async function archiveMonth(db: Db, storage: Storage, wanted: MonthToArchive): Promise<ArchivedMonth> {
  const written: Part[] = [];
  let seen: number;
  do {
    const { answers, parts, again } = await writeMissing(db, storage, wanted);
    seen = answers;
    written.push(...parts);
    for (const part of [...again, ...parts]) await readPart(storage, placeOf(wanted), part);
  } while (!wanted.keep && seen > 0 && !(await startIfComplete(db, wanted, seen)));
  if (!wanted.keep && seen > 0) await removeMonth(db, removalOf(wanted));
  const sum = (of: (part: Part) => number) => written.reduce((total, part) => total + of(part), 0);
  return {
    written: sum((part) => part.answers),
    removed: wanted.keep ? 0 : seen,
    bytes: sum((part) => part.bytes),
    ndjsonBytes: sum((part) => part.ndjson_bytes),
  };
}

/** Starts the removal unless answers of the month were stored since they were read. */
function startIfComplete(db: Db, wanted: MonthToArchive, seen: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const stored = await countTextsLocked(tx, wanted.workspaceId, wanted.month);
    if (stored > seen) return false;
    const removal = removalOf(wanted);
    // A removal that was interrupted is continued as it was recorded.
    const removed = (await removedMonths(tx, wanted.workspaceId)).get(removal.month);
    if (!removed?.textsRemovedAt) await startRemoval(tx, { ...removal, now: wanted.now });
    return true;
  });
}

function removalOf({ workspaceId, month }: MonthToArchive) {
  return { workspaceId, month: monthOf(month), level: 'texts' as const };
}

function placeOf({ workspaceId, month }: MonthToArchive) {
  return { workspace_id: workspaceId, month };
}

interface Written {
  /** Answers that have a text or a raw reply. */
  answers: number;
  parts: Part[];
  /** Older parts with some of these answers. */
  again: Set<Part>;
}

async function writeMissing(db: Db, storage: Storage, wanted: MonthToArchive): Promise<Written> {
  const { accountName, mode, partBytes = PART_BYTES } = wanted;
  const place = placeOf(wanted);
  const known = await readManifest(storage, place);
  const manifest: Manifest = known ?? {
    format: 'visibility archive',
    version: 1,
    ...place,
    account: accountName,
    mode,
    parts: [],
  };
  const written: Written = { answers: 0, parts: [], again: new Set() };
  for await (const lines of inParts(missingIn(db, storage, { place, written }), partBytes)) {
    const part = await writePart(storage, place, { lines, number: manifest.parts.length + 1 });
    manifest.parts.push(part);
    written.parts.push(part);
    // After each part, so that a run that continues does not write it again.
    await writeManifest(storage, manifest);
  }
  return written;
}

/** Answers in the database that the archive does not have. */
async function* missingIn(
  db: Db,
  storage: Storage,
  { place, written }: { place: Place; written: Written },
): AsyncGenerator<ArchivedAnswer> {
  const archive = readArchive(storage);
  let keyword = { keywordId: '', archived: new Map<string, FoundAnswer>() };
  for await (const batch of textsOfMonth(db, place.workspace_id, place.month)) {
    written.answers += batch.length;
    for (const answer of batch) {
      const { keywordId, answerId } = answer;
      if (keyword.keywordId !== keywordId) {
        keyword = { keywordId, archived: await archive.answersOf(place, keywordId) };
      }
      const line = toLine(answer);
      const found = keyword.archived.get(answerId);
      if (!found) yield line;
      else {
        checkSame(line, found.answer);
        written.again.add(found.part);
      }
    }
  }
}

/** What is still in the database must be what the archive has, or removing it would lose it. */
function checkSame(line: ArchivedAnswer, archived: ArchivedAnswer): void {
  const texts = ({ text, cited, retrieved }: ArchivedAnswer) => JSON.stringify([text, cited, retrieved]);
  const isSame = texts(line) === texts(archived) && (line.raw === null || line.raw === archived.raw);
  if (isSame) return;
  throw new SetupError(
    `Answer ${line.answer_id} has another text in the database than in the archive. Nothing was removed. Check both with npx visibility verify --with-archive URL, or archive to a new folder.`,
  );
}

async function* inParts(lines: AsyncIterable<ArchivedAnswer>, limit: number): AsyncGenerator<ArchivedAnswer[]> {
  let part: ArchivedAnswer[] = [];
  let bytes = 0;
  for await (const line of lines) {
    part.push(line);
    bytes += JSON.stringify(line).length;
    if (bytes < limit) continue;
    yield part;
    [part, bytes] = [[], 0];
  }
  if (part.length > 0) yield part;
}

function toLine(answer: AnswerTexts): ArchivedAnswer {
  const { answerId, askedAt, keywordId, platform, model, prompt, text, cited, retrieved, raw } = answer;
  return {
    answer_id: answerId,
    asked_at: askedAt.toISOString(),
    keyword_id: keywordId,
    platform,
    model: model ?? null,
    prompt,
    text,
    cited,
    retrieved,
    raw: raw ? gunzipSync(raw).toString() : null,
  };
}
