import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { toWire } from '../api/wire.ts';
import { csvLine } from '../base/csv.ts';
import { SetupError } from '../base/errors.ts';
import { own } from '../base/own.ts';
import { addDays, dayOf, daysBetween } from '../base/time.ts';
import { scoreHistory } from '../insight/history.ts';
import { exportAnswers, exportCitations, exportMentions } from '../store/answers/export.ts';
import { findVisibility } from '../store/counts/visibility.ts';
import { answeredDays } from '../store/days/read.ts';
import type { Db } from '../store/db.ts';
import { keywordNames } from '../store/keywords/keywords.ts';
import type { DayRange } from '../store/time-range.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { type Call, oneOf } from './command.ts';
import type { WorkspaceService } from './open.ts';

const KINDS = ['answers', 'mentions', 'citations', 'scores'] as const;
/** Sorts before every stored answer. */
const EARLIEST = '1970-01-01';
/** How many days of a keyword's scores are in memory at the same time. */
const CHUNK_DAYS = 400;

interface ExportOptions {
  format: 'ndjson' | 'csv';
  since: string | undefined;
  until: string | undefined;
}

export async function run(
  { db, workspace }: WorkspaceService,
  { options, args: [kind] }: Call<ExportOptions, [string]>,
  output: NodeJS.WritableStream = process.stdout,
): Promise<undefined> {
  const records = recordsOf(db, workspace.workspaceId, {
    kind: oneOf('KIND', kind, KINDS),
    range: rangeOf(options, workspace),
  });
  const lines = options.format === 'csv' ? csvLines(records) : jsonLines(records);
  try {
    // Records are read from the database in batches, only as fast as the output takes them.
    await pipeline(Readable.from(lines), output, { end: false });
  } catch (error) {
    // The reader has closed the pipe, such as `| head`.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

function rangeOf({ since, until }: ExportOptions, { now }: Workspace): DayRange {
  for (const [name, day] of Object.entries({ since, until })) {
    const isDay = day === undefined || (/^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)));
    if (!isDay) throw new SetupError(`--${name} must be a date such as 2026-01-31, not "${day}".`);
  }
  return { since: since ?? EARLIEST, until: until ?? dayOf(now) };
}

interface Wanted {
  kind: (typeof KINDS)[number];
  range: DayRange;
}

async function* recordsOf(db: Db, workspaceId: string, { kind, range }: Wanted): AsyncGenerator<object> {
  const source = { answers: exportAnswers, mentions: exportMentions, citations: exportCitations, scores: exportScores };
  for await (const record of source[kind](db, workspaceId, range)) yield toWire(record);
}

/** Each keyword's record on each day, one keyword at a time. */
async function* exportScores(db: Db, workspaceId: string, { since, until }: DayRange): AsyncGenerator<object> {
  for (const [keywordId, { keyword }] of await keywordNames(db, workspaceId)) {
    const published = await findVisibility(db, workspaceId, keywordId);
    if (!published) continue;
    const { reading, lastDay } = published;
    const { firstDay = lastDay } = await answeredDays(db, workspaceId, { keywordId, reading });
    const last = until < lastDay ? until : lastDay;
    for (let start = since > firstDay ? since : firstDay; start <= last; start = addDays(start, CHUNK_DAYS)) {
      const end = addDays(start, Math.min(CHUNK_DAYS - 1, daysBetween(start, last)));
      const days = { since: start, until: end, stepDays: 1 };
      for (const point of await scoreHistory(db, workspaceId, { keywordId, reading, ...days })) {
        yield { keywordId, keyword, ...point };
      }
    }
  }
}

async function* jsonLines(records: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`;
}

/** Writes the header with the first record, because the record defines the columns. */
async function* csvLines(records: AsyncIterable<object>): AsyncGenerator<string> {
  let names: string[] | undefined;
  for await (const record of records) {
    if (!names) {
      names = Object.keys(record);
      yield csvLine(names);
    }
    yield csvLine(names.map((name) => own(record as Record<string, unknown>, name)));
  }
}
