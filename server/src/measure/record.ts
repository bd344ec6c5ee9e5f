import { gzipSync } from 'node:zlib';
import { analyze, type Citation, type Findings, type Mention } from '../analyze/analyze.ts';
import { countedStatus } from '../analyze/counted-status.ts';
import { makeId } from '../base/id.ts';
import { inBatches } from '../base/in-batches.ts';
import { pageKey } from '../base/page-key.ts';
import { nextTurn } from '../base/turns.ts';
import type { Provenance } from '../collect/scraped/read-scraped.ts';
import {
  type CitationRow,
  insertAnswers,
  insertCitations,
  insertMentions,
  type MentionRow,
  type RecordedAnswer,
} from '../store/answers/answers.ts';
import { addTraits } from '../store/answers/series-traits.ts';
import { addReplyFacts } from '../store/counts/reply-facts.ts';
import { type LockedKeyword, lockKeywords } from '../store/counts/visibility.ts';
import { addTotals } from '../store/counts/workspace-totals.ts';
import { promptNumbers, saveDays } from '../store/days/write.ts';
import type { Transaction } from '../store/db.ts';
import { addSpend } from '../store/questions/spend.ts';
import { addPages, addParts, markDays } from '../store/sums/write.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { daysWith } from './add-to-days.ts';
import type { Question, Reply } from './ask.ts';
import { countReplyFacts } from './count-reply-facts.ts';
import { countTotals } from './count-totals.ts';
import { loadReader } from './reader.ts';
import { sourceParts } from './source-parts.ts';

/** Answers that are handled before others get a turn: some milliseconds. */
const SLICE = 100;

/** An answer and its findings under the workspace's latest reading. */
export interface AnalyzedAnswer extends Omit<Reply, 'question'> {
  question: Pick<Question, 'keywordId' | 'promptId' | 'platform' | 'round' | 'prompt'>;
  findings: Findings;
  /** Set in advance if something else refers to the answer. */
  answerId?: string;
  /** Set for imported answers. */
  provenance?: Provenance | undefined;
}

export interface Recorded {
  keywords: Map<string, LockedKeyword>;
  answers: RecordedAnswer[];
}

/** Stores answers with their findings and adds them to their days. Answers to a deleted keyword are dropped. */
export async function recordAnswers(
  tx: Transaction,
  workspace: Workspace,
  { analyzed, locked }: { analyzed: AnalyzedAnswer[]; locked: LockedKeyword[] | undefined },
): Promise<Recorded> {
  const { workspaceId } = workspace;
  const keywordIds = [...new Set(analyzed.map(({ question }) => question.keywordId))];
  const known = locked ?? (await lockKeywords(tx, workspaceId, keywordIds));
  const keywords = new Map(known.map((keyword) => [keyword.keywordId, keyword]));
  const answers: RecordedAnswer[] = [];
  for (const [index, one] of analyzed.entries()) {
    if (index % SLICE === 0) await nextTurn();
    const keyword = keywords.get(one.question.keywordId);
    if (!keyword) continue;
    const findings = await findingsFor(tx, workspace, { analyzed: one, keyword });
    answers.push(toRecord(one, { findings, keyword, now: workspace.now }));
  }
  if (answers.length === 0) return { keywords, answers };

  const rows = answers.map(({ answer }) => answer);
  await nextTurn();
  const [days, numbers] = await Promise.all([
    daysWith(tx, workspaceId, answers),
    promptNumbers(
      tx,
      workspaceId,
      rows.map(({ promptId }) => promptId),
    ),
  ]);
  const sources = sourceParts(answers, numbers);
  const inserts = [...inBatches(answers, SLICE)].flatMap((slice) => {
    const some = slice.map(({ answer }) => answer);
    const mentions = slice.flatMap((one) => one.mentions);
    const citations = slice.flatMap((one) => one.citations);
    return [
      () => insertAnswers(tx, workspaceId, some),
      () => insertMentions(tx, workspaceId, mentions),
      () => insertCitations(tx, workspaceId, citations),
    ];
  });
  await sendAll([
    ...inserts,
    () => saveDays(tx, workspaceId, days),
    () => addTotals(tx, workspaceId, countTotals(answers)),
    () => addParts(tx, workspaceId, sources.parts),
    () => addPages(tx, workspaceId, sources.pages),
    () => addReplyFacts(tx, workspaceId, countReplyFacts(analyzed)),
    () => addSpend(tx, workspaceId, rows),
    () => addTraits(tx, workspaceId, rows),
    () => markDays(tx, workspaceId, sources.days),
  ]);
  return { keywords, answers };
}

/**
 * PostgreSQL runs them one after the other without waiting for us in between. Making one takes some milliseconds, so
 * others get a turn before the next.
 */
async function sendAll(statements: (() => Promise<unknown>)[]): Promise<void> {
  const sent: Promise<unknown>[] = [];
  for (const send of statements) {
    const one = send();
    // It is awaited below. Until then, a failure is not unhandled.
    one.catch(() => {});
    sent.push(one);
    await nextTurn();
  }
  await Promise.all(sent);
}

/**
 * Until a keyword's history is analyzed under the latest reading, its new answers are also counted under the old one.
 */
async function findingsFor(
  tx: Transaction,
  workspace: Workspace,
  { analyzed, keyword }: { analyzed: AnalyzedAnswer; keyword: LockedKeyword },
): Promise<Findings> {
  if (keyword.reading === workspace.reading) return analyzed.findings;
  return analyze(analyzed.answer, await loadReader(tx, workspace.workspaceId, keyword.reading));
}

function toRecord(
  reply: Omit<AnalyzedAnswer, 'findings'>,
  { findings, keyword, now }: { findings: Findings; keyword: LockedKeyword; now: Date },
): RecordedAnswer {
  const { question, answer } = reply;
  const { askedAt } = reply;
  const answerId = reply.answerId ?? makeId('ans', askedAt.getTime());
  const about = { answerId, keywordId: question.keywordId, platform: question.platform, askedAt };
  const status = countedStatus(reply.status, findings);
  const found = status === 'valid' ? findings : { mentions: [], citations: [] };
  return {
    keyword,
    round: question.round,
    answer: {
      answerId,
      askedAt,
      keywordId: question.keywordId,
      platform: question.platform,
      promptId: question.promptId,
      surface: reply.surface,
      status,
      reason: status === 'truncated' ? answer.stop?.toLowerCase() : reply.reason,
      prompt: question.prompt,
      text: answer.text,
      cited: answer.cited,
      retrieved: answer.retrieved,
      queries: answer.queries,
      searched: answer.searched,
      model: answer.model,
      requestedModel: answer.requestedModel,
      adapter: answer.adapter,
      stop: answer.stop,
      usage: answer.usage,
      costUsd: answer.costUsd,
      recordedAt: now,
      provenance: reply.provenance,
      raw: answer.raw === undefined ? undefined : gzipSync(answer.raw),
    },
    mentions: found.mentions.map((mention) => mentionRow(mention, about)),
    citations: found.citations.map((citation) => citationRow(citation, about)),
  };
}

/** The answer of a finding. */
interface Finding {
  answerId: string;
  keywordId: string;
  platform: string;
  askedAt: Date;
}

// Every field by name: with `Object.assign`, the rows of an answer took about three times as long.
export function mentionRow(mention: Mention, { answerId, keywordId, platform, askedAt }: Finding): MentionRow {
  return {
    mentionId: makeId('mnt', askedAt.getTime()),
    detectedAt: askedAt,
    answerId,
    keywordId,
    platform,
    brandId: mention.brandId,
    position: mention.position,
    sentiment: mention.sentiment,
    sentimentMethod: mention.sentimentMethod,
    context: mention.context,
    spans: mention.spans,
  };
}

export function citationRow(citation: Citation, { answerId, keywordId, platform, askedAt }: Finding): CitationRow {
  return {
    citationId: makeId('cit', askedAt.getTime()),
    detectedAt: askedAt,
    answerId,
    keywordId,
    platform,
    kind: citation.kind,
    owner: citation.owner,
    ownerId: citation.ownerId,
    url: citation.url,
    canonicalUrl: citation.canonicalUrl,
    pageKey: pageKey(citation.canonicalUrl),
    domain: citation.domain,
    title: citation.title,
    position: citation.position,
    context: citation.context,
  };
}
