import type { IngestResult } from '@visibility/sdk';
import { RECENT_DAYS } from '../alerts/check.ts';
import { analyze, type PreparedSubject } from '../analyze/analyze.ts';
import { readParts } from '../analyze/context.ts';
import { readMarkers } from '../analyze/markers.ts';
import { groupBy } from '../base/group-by.ts';
import { makeId } from '../base/id.ts';
import { inBatches } from '../base/in-batches.ts';
import { addDays, dayOf } from '../base/time.ts';
import { slices } from '../base/turns.ts';
import { type Answer, type CitedPage, emptyAnswer } from '../collect/platform.ts';
import type { RecordedAnswer } from '../store/answers/answers.ts';
import { claimImports } from '../store/answers/imports.ts';
import { lockKeywords } from '../store/counts/visibility.ts';
import { type Db, isRefusedByDatabase, type Transaction } from '../store/db.ts';
import { findKeywords, findKeywordsByPrompt, type KeywordPlace } from '../store/keywords/keywords.ts';
import { promptIds, promptName } from '../store/keywords/prompts.ts';
import { listInstances } from '../store/questions/platform-instances.ts';
import { completeSince } from '../store/retention/removed-months.ts';
import { ensurePartitions } from '../store/system/partitions.ts';
import { keepWorkspace, loadWorkspace, type Origin, type Workspace } from '../store/workspaces/workspaces.ts';
import {
  type IncomingLine,
  notScraped,
  readLine,
  readOneOfMany,
  type SentAnswer,
  type UnparsedLine,
} from './ingest-line.ts';
import { recordAndPublish } from './measure.ts';
import { readJsonLine } from './ndjson.ts';
import { loadReader } from './reader.ts';
import type { AnalyzedAnswer } from './record.ts';

/** Answers per transaction: enough to share its cost (100 took twice the time), few enough not to lock a keyword for long. */
const BATCH = 500;
/** Of so few lines, every problem is named. */
const FEW = 100;

/**
 * Imports answers collected elsewhere. They are analyzed, stored, scored and published like our own. Returns a result
 * for every line; an invalid line does not affect valid ones. One batch is analyzed while PostgreSQL stores the
 * previous one.
 */
export async function ingestAnswers(
  db: Db,
  importing: { workspaceId: string; origin?: Origin | undefined },
  lines: (IncomingLine | UnparsedLine)[],
): Promise<IngestResult[]> {
  const results: IngestResult[] = [];
  let storing: Promise<IngestResult[]> = Promise.resolve([]);
  for (const some of inBatches(lines, BATCH)) {
    const reading = readBatch(db, importing, some);
    const [batch, stored] = await Promise.all([reading, storing]);
    results.push(...stored);
    storing = storeBatch(db, batch);
  }
  results.push(...(await storing));
  return results;
}

/** A validated line, its keyword, and the answer in our format. */
interface Line {
  line: number;
  sent: SentAnswer;
  keywordId: string;
  analyzed: Omit<AnalyzedAnswer, 'question'> & { answerId: string };
}

interface Batch {
  workspace: Workspace;
  lines: Line[];
  refused: IngestResult[];
}

async function readBatch(
  db: Db,
  { workspaceId, origin }: { workspaceId: string; origin?: Origin | undefined },
  incoming: (IncomingLine | UnparsedLine)[],
): Promise<Batch> {
  const workspace = await loadWorkspace(db, workspaceId);
  const batch: Batch = { workspace: { ...workspace, origin }, lines: [], refused: [] };
  const refuse = (line: number, detail: string) => void batch.refused.push({ line, status: 'refused', detail });
  const checked: { line: number; sent: SentAnswer }[] = [];
  const nextSlice = slices();
  const read = incoming.length > FEW ? readOneOfMany : readLine;
  for (const given of incoming) {
    await nextSlice();
    const one = 'json' in given ? readJsonLine(given.json, given.line) : given;
    const sent = 'problem' in one ? one.problem : read(one.value, workspace);
    if (typeof sent === 'string') refuse(one.line, sent);
    else checked.push({ line: one.line, sent });
  }
  if (checked.length === 0) return batch;
  const answers = checked.map(({ sent }) => sent);
  const named = await namedPlatforms(db, workspaceId, answers);
  const keywordOf = await keywordFinder(db, workspaceId, answers);
  const reader = await loadReader(db, workspaceId, workspace.reading);
  for (const { line, sent } of checked) {
    await nextSlice();
    if (sent.surface === 'scraped' && named.has(sent.platform)) {
      refuse(line, notScraped(sent.platform));
      continue;
    }
    const keyword = keywordOf(sent);
    if (typeof keyword === 'string') refuse(line, keyword);
    else batch.lines.push({ line, sent, keywordId: keyword.keywordId, analyzed: toAnalyzed(sent, reader) });
  }
  return batch;
}

/** The servers that the workspace named, if one of the answers could be mistaken for theirs. */
async function namedPlatforms(db: Db, workspaceId: string, answers: SentAnswer[]): Promise<Set<string>> {
  if (!answers.some(({ surface }) => surface === 'scraped')) return new Set();
  return new Set((await listInstances(db, workspaceId)).map(({ platform }) => platform));
}

async function storeBatch(db: Db, { workspace, lines, refused }: Batch): Promise<IngestResult[]> {
  if (lines.length === 0) return refused;
  await makeRoom(db, lines);
  const stored = await storeLines(db, workspace, lines);
  return [...refused, ...stored].sort((a, b) => a.line - b.line);
}

/**
 * Stores lines together. If that fails, it splits them in halves, until only the line that cannot be stored is left
 * out.
 */
async function storeLines(db: Db, workspace: Workspace, lines: Line[]): Promise<IngestResult[]> {
  try {
    return await db.transaction((tx) => store(tx, workspace, lines));
  } catch (error) {
    if (!isRefusedByDatabase(error)) throw error;
    const [first] = lines;
    if (lines.length === 1 && first) {
      return [{ line: first.line, status: 'refused', detail: 'contains text that cannot be stored' }];
    }
    const middle = Math.ceil(lines.length / 2);
    const before = await storeLines(db, workspace, lines.slice(0, middle));
    return [...before, ...(await storeLines(db, workspace, lines.slice(middle)))];
  }
}

/** Finds the keyword of an answer, or returns why there is none. */
async function keywordFinder(db: Db, workspaceId: string, answers: SentAnswer[]) {
  const ids = [...new Set(answers.flatMap(({ keyword_id }) => keyword_id ?? []))];
  const promptsOnly = answers.filter(({ keyword_id, keyword }) => !keyword_id && !keyword).map(({ prompt }) => prompt);
  const words = [
    ...new Set([...answers.flatMap(({ keyword }) => keyword ?? []), ...promptsOnly].map((one) => one.toLowerCase())),
  ];
  const found = ids.length + words.length > 0 ? await findKeywords(db, workspaceId, { ids, words }) : [];
  const byPrompt = groupBy(await findKeywordsByPrompt(db, workspaceId, promptsOnly), ({ prompt }) => prompt);
  const byId = new Map(found.map((one) => [one.keywordId, one]));
  const byWords = groupBy(found, (one) => one.words);
  return ({ keyword_id: id, keyword, prompt }: SentAnswer): KeywordPlace | string => {
    const isByPrompt = !id && !keyword;
    const lower = (keyword ?? prompt).toLowerCase();
    const matching = id ? [byId.get(id)] : (byWords.get(lower) ?? ((isByPrompt && byPrompt.get(prompt)) || []));
    const [match, another] = matching;
    if (!match && isByPrompt)
      return `keyword: no keyword has the prompt "${prompt.slice(0, 100)}". Send keyword or keyword_id`;
    if (!match) {
      return id
        ? `keyword_id: keyword ${id} not found`
        : `keyword: keyword "${keyword}" not found. Add it first: POST /api/v1/keywords`;
    }
    if (another)
      return `keyword: "${keyword ?? prompt.slice(0, 100)}" is tracked in more than one market. Send its keyword_id instead`;
    // The brand was just set up, and the keyword has no reading yet.
    if (match.reading === 0)
      return 'keyword: the new brand is still being applied to it. Send the line again in a minute';
    return match;
  };
}

function toAnalyzed(sent: SentAnswer, reader: PreparedSubject): Line['analyzed'] {
  const answer = toAnswer(sent);
  const isEmpty = (sent.status === 'valid' || sent.status === 'truncated') && sent.text.trim() === '';
  return {
    answerId: makeId('ans', sent.askedAt.getTime()),
    surface: sent.surface,
    askedAt: sent.askedAt,
    status: isEmpty ? 'failed' : sent.status,
    reason: isEmpty ? 'The answer was empty' : undefined,
    answer,
    provenance: sent.provenance,
    findings: analyze(answer, reader),
  };
}

function toAnswer({ text, sources = [], queries = [], model, raw, status, ...sent }: SentAnswer): Answer {
  const spans = spansOf(text, sources);
  const cited = sources.flatMap(({ url, title, cited: isCited }, index): CitedPage[] =>
    isCited ? [{ url, title, spans: spans.get(index + 1) ?? [] }] : [],
  );
  return {
    ...emptyAnswer(sent.requested_model),
    text,
    cited,
    retrieved: sources.filter((source) => !source.cited).map(({ url, title }) => ({ url, title })),
    queries,
    searched: sent.searched ?? (queries.length + sources.length > 0 ? true : undefined),
    model,
    raw,
    stop: status === 'truncated' ? status : undefined,
  };
}

/** Markers refer to positions in the sender's list. So the list must include sources that were not cited. */
function spansOf(text: string, sources: NonNullable<SentAnswer['sources']>): Map<number, CitedPage['spans']> {
  const spans = new Map<number, CitedPage['spans']>();
  if (sources.every(({ cited }) => cited)) return spans;
  for (const { start, end, numbers } of readMarkers(text, readParts(text).masks)) {
    for (const number of numbers) {
      const known = spans.get(number);
      if (known) known.push([start, end]);
      else spans.set(number, [[start, end]]);
    }
  }
  return spans;
}

/** Old answers can belong to months without a partition. */
function makeRoom(db: Db, lines: Line[]): Promise<void> {
  const days = lines.map(({ sent }) => dayOf(sent.askedAt)).sort();
  return ensurePartitions(db, days[0] as string, days.at(-1) as string);
}

/** Stores the new answers, all or none. */
async function store(tx: Transaction, workspace: Workspace, lines: Line[]): Promise<IngestResult[]> {
  const { workspaceId, now } = workspace;
  await keepWorkspace(tx, workspaceId);
  const locked = await lockKeywords(tx, workspaceId, [...new Set(lines.map(({ keywordId }) => keywordId))]);
  const present = new Set(locked.map(({ keywordId }) => keywordId));
  const since = (await completeSince(tx, workspaceId, 'texts')) ?? '';
  const isTooOld = ({ sent }: Line) => dayOf(sent.askedAt) < since;
  const here = lines.filter((line) => present.has(line.keywordId) && !isTooOld(line));
  const stored = await claimLines(tx, workspaceId, here);
  const fresh = here.filter(({ analyzed, line }) => stored.get(line) === analyzed.answerId);
  const prompts = fresh.map(({ keywordId, sent }) => ({ keywordId, text: sent.prompt }));
  const ids = await promptIds(tx, workspaceId, { prompts, now });
  const answers = fresh.map(({ keywordId, sent, analyzed }): AnalyzedAnswer => {
    const promptId = ids.get(promptName({ keywordId, text: sent.prompt }));
    if (promptId === undefined) throw new Error('a prompt was not stored');
    const { platform, prompt } = sent;
    return { ...analyzed, question: { keywordId, promptId, platform, prompt, round: dayOf(sent.askedAt) } };
  });
  const newest = addDays(dayOf(now), -RECENT_DAYS);
  const isRecent = ({ round }: RecordedAnswer) => round >= newest;
  await recordAndPublish(tx, workspace, { answers, locked, isRecent });
  return lines.map((one): IngestResult => {
    const { line, analyzed } = one;
    if (isTooOld(one))
      return { line, status: 'refused', detail: `asked_at: answers before ${since} are no longer kept` };
    const answerId = stored.get(line);
    if (answerId === undefined) return { line, status: 'refused', detail: 'keyword: was deleted in the meantime' };
    return { line, status: answerId === analyzed.answerId ? 'stored' : 'duplicate', answer_id: answerId };
  });
}

/** The answer id of each line: its own, or that of an earlier line with the same external id. */
async function claimLines(tx: Transaction, workspaceId: string, lines: Line[]): Promise<Map<number, string>> {
  const firsts = new Map<string, Line>();
  for (const one of lines) {
    const { external_id: id } = one.sent;
    if (id !== undefined && !firsts.has(id)) firsts.set(id, one);
  }
  const rows = [...firsts].map(([externalId, { sent, analyzed }]) => ({
    externalId,
    answerId: analyzed.answerId,
    askedAt: sent.askedAt,
  }));
  const known = await claimImports(tx, workspaceId, rows);
  return new Map(
    lines.map(({ line, sent, analyzed }) => {
      const id = sent.external_id;
      const earlier = id === undefined ? undefined : (known.get(id) ?? firsts.get(id)?.analyzed.answerId);
      return [line, earlier ?? analyzed.answerId];
    }),
  );
}
