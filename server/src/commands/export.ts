import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { HistoryPoint } from '@visibility/sdk';
import { csvLine } from '../base/csv.ts';
import { SetupError } from '../base/errors.ts';
import { addDays, dayOf, daysBetween } from '../base/time.ts';
import { scoreHistory } from '../insight/history.ts';
import { type DayRange, exportAnswers, exportCitations, exportMentions } from '../store/answers/export.ts';
import { findVisibility } from '../store/counts/visibility.ts';
import type { Db } from '../store/db.ts';
import { keywordNames } from '../store/keywords/keywords.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';

const KINDS = ['answers', 'mentions', 'citations', 'scores'];
/** Answers older than this are not kept. */
const OLDEST_DAYS = 400;

export interface ExportWishes {
  kind: string | undefined;
  format?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/** Writes records as they come out of the database, one batch in memory at a time, as fast as they are taken. */
export async function exportRecords(
  db: Db,
  workspace: Workspace,
  { output, ...wishes }: ExportWishes & { output: NodeJS.WritableStream },
): Promise<void> {
  const { kind, format = 'ndjson' } = wishes;
  if (kind === undefined || !KINDS.includes(kind)) {
    throw new SetupError(`Say what to export: visibility export ${KINDS.join(', ').replace(/, (\w+)$/, ' or $1')}.`);
  }
  if (format !== 'ndjson' && format !== 'csv') throw new SetupError(`--format must be ndjson or csv, not "${format}".`);
  const records = recordsOf(db, workspace, { kind, range: rangeOf(wishes, workspace) });
  const lines = format === 'csv' ? csvLines(records) : jsonLines(records);
  try {
    await pipeline(Readable.from(lines), output, { end: false });
  } catch (error) {
    // `| head` has seen enough.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

function rangeOf({ since, until }: ExportWishes, { now }: Workspace): DayRange {
  for (const [name, day] of Object.entries({ since, until })) {
    const isDay = day === undefined || (/^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)));
    if (!isDay) throw new SetupError(`--${name} must be a date such as 2026-01-31, not "${day}".`);
  }
  const end = until ?? dayOf(now);
  return { since: since ?? addDays(end, -OLDEST_DAYS), until: end };
}

function recordsOf(
  db: Db,
  workspace: Workspace,
  { kind, range }: { kind: string; range: DayRange },
): AsyncIterable<object> {
  const { workspaceId } = workspace;
  if (kind === 'answers') return exportAnswers(db, workspaceId, range);
  if (kind === 'mentions') return exportMentions(db, workspaceId, range);
  return kind === 'citations' ? exportCitations(db, workspaceId, range) : exportScores(db, workspaceId, range);
}

interface ExportedScore extends HistoryPoint {
  keyword_id: string;
  keyword: string;
}

/** What each keyword's record said on each day, a keyword at a time. */
async function* exportScores(db: Db, workspaceId: string, { since, until }: DayRange): AsyncGenerator<ExportedScore> {
  for (const [keywordId, { keyword }] of await keywordNames(db, workspaceId)) {
    const published = await findVisibility(db, workspaceId, keywordId);
    if (!published) continue;
    const { reading, lastDay } = published;
    const last = until < lastDay ? until : lastDay;
    for (let start = since; start <= last; start = addDays(start, OLDEST_DAYS)) {
      const end = addDays(start, Math.min(OLDEST_DAYS - 1, daysBetween(start, last)));
      const days = { since: start, until: end, stepDays: 1 };
      for (const point of await scoreHistory(db, workspaceId, { keywordId, reading, ...days })) {
        yield { keyword_id: keywordId, keyword, ...point };
      }
    }
  }
}

async function* jsonLines(records: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`;
}

/** The header is written with the first record: without one there is nothing to name. */
async function* csvLines(records: AsyncIterable<object>): AsyncGenerator<string> {
  let names: string[] | undefined;
  for await (const record of records) {
    if (!names) {
      names = Object.keys(record);
      yield csvLine(names);
    }
    yield csvLine(names.map((name) => (record as Record<string, unknown>)[name]));
  }
}
