import { archivedTexts } from '../archive/archived-texts.ts';
import { openStorage } from '../archive/open-storage.ts';
import { SetupError } from '../base/errors.ts';
import { isoSeconds } from '../base/time.ts';
import { s3In } from '../config.ts';
import type { Db } from '../store/db.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { addRemoved, describeRemoved, type RemovedAnswers } from '../verify/removed-answers.ts';
import { type Verification, type VerifyOptions, verify } from '../verify/verify.ts';
import type { Call } from './command.ts';
import type { WorkspaceService } from './open.ts';

interface VerifySummary {
  keywords: number;
  answers: number;
  events: number;
  differences: number;
  /** Events that an earlier version of the analysis published. */
  unchecked: number;
  /** What could not be recomputed, because texts or findings were removed, by month. */
  removed: RemovedAnswers[];
  removedEvents: number;
  removedWindows: number;
  head?: Verification['head'];
}

interface VerifyCommandOptions {
  keyword: string[];
  json: boolean;
  'with-archive': string | undefined;
}

export async function run(
  { db, workspace }: WorkspaceService,
  { config, options: { keyword, json, 'with-archive': archive } }: Call<VerifyCommandOptions>,
): Promise<string> {
  const texts =
    archive === undefined
      ? undefined
      : archivedTexts(openStorage(archive, '--with-archive', s3In(config)), workspace.workspaceId);
  const results: Verification[] = [];
  const onResult = (result: Verification) => {
    results.push(result);
    if (!json) process.stdout.write(`${resultLines(result)}\n`);
  };
  const summary = await verifyWorkspace(db, workspace, { keywords: keyword, onResult, texts });
  if (summary.keywords === 0) {
    if (keyword.length > 0) throw new SetupError('Keyword not found. Check the name and the workspace (--mode).');
    throw new SetupError('This workspace has no keywords to verify. Choose another one with --mode.');
  }
  const { keywords, answers, events, differences, unchecked, head } = summary;
  if (differences > 0) process.exitCode = 1;
  if (json) return JSON.stringify({ ...summary, results }, null, 2);
  const verdict = differences === 0 ? 'No differences' : `${differences} differences`;
  const lines = [
    `${verdict}: ${keywords} ${keywords === 1 ? 'keyword' : 'keywords'}, ${answers} answers, ${events} events.`,
    ...(unchecked > 0 ? [`${unchecked} events of an earlier version were checked only against the event log.`] : []),
    ...removedLines(summary),
    ...(head ? [headLine(head)] : []),
  ];
  return `\n${lines.join('\n')}`;
}

function removedLines({ removed, removedEvents, removedWindows }: VerifySummary): string[] {
  return [
    ...removed.map(describeRemoved),
    ...(removedEvents > 0 ? [`${removedEvents} events on removed texts were checked only against the event log.`] : []),
    ...(removedWindows > 0 ? [`${removedWindows} judgements of weeks on removed texts were not repeated.`] : []),
  ];
}

function headLine({ seal, hash, toAt, unsealed }: NonNullable<Verification['head']>): string {
  const rest = unsealed === 0 ? '' : `; ${unsealed} newer events are not sealed yet`;
  return `Event log: seal ${seal}, ${hash}, up to ${isoSeconds(toAt)}${rest}.`;
}

/**
 * Verifies the published numbers of a workspace, or of some keywords, and yields each result. Answers and numbers are
 * read from one snapshot, so concurrent writes cause no differences.
 */
export async function verifyWorkspace(
  db: Db,
  workspace: Workspace,
  { keywords, onResult, texts }: VerifyCall,
): Promise<VerifySummary> {
  const names = keywords.map((keyword) => keyword.toLowerCase());
  const wanted =
    names.length === 0
      ? undefined
      : ({ keywordId, keyword }: { keywordId: string; keyword: string }) =>
          names.includes(keywordId) || names.includes(keyword.toLowerCase());
  const removed = new Map<string, RemovedAnswers>();
  const none = {
    keywords: 0,
    answers: 0,
    events: 0,
    differences: 0,
    unchecked: 0,
    removedEvents: 0,
    removedWindows: 0,
  };
  const summary: VerifySummary = { ...none, removed: [] };
  await db.atOneMoment(async (moment) => {
    for await (const result of verify(moment, workspace, { wanted, texts })) {
      if (result.keywordId !== undefined) summary.keywords++;
      summary.answers += result.answers;
      summary.events += result.events;
      summary.differences += result.differences.length;
      summary.unchecked += result.unchecked ?? 0;
      summary.removedEvents += result.removedEvents ?? 0;
      summary.removedWindows += result.removedWindows ?? 0;
      for (const one of result.removed ?? []) addRemoved(removed, one);
      summary.head ??= result.head;
      onResult(result);
    }
  });
  summary.removed = [...removed.values()].sort((a, b) => (a.month < b.month ? -1 : 1));
  return summary;
}

interface VerifyCall extends Pick<VerifyOptions, 'texts'> {
  keywords: string[];
  onResult: (result: Verification) => void;
}

function resultLines({ keywordId, keyword, answers, events, differences }: Verification): string {
  const verdict = differences.length === 0 ? 'no differences' : `${differences.length} differences`;
  const basis = keywordId === undefined ? '' : ` (${answers} answers, ${events} events)`;
  return [`${keyword}: ${verdict}${basis}`, ...differences.map((line) => `  ${line}`)].join('\n');
}
