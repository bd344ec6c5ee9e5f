import type { Citation, Findings, Mention } from '../analyze/analyze.ts';
import { makeId } from '../base/id.ts';
import { dayOf } from '../base/time.ts';
import { insertAnswers, insertCitations, insertMentions, isOwnCited, type RecordedAnswer } from '../store/answers.ts';
import { addDailyCounts, type DailyAnswers, type DailyMentions } from '../store/daily-counts.ts';
import type { Transaction } from '../store/db.ts';
import { type LockedKeyword, lockKeywords } from '../store/visibility.ts';
import type { Workspace } from '../store/workspaces.ts';
import type { Reply } from './ask.ts';

/** An answer and what was found in it. */
export interface Reading extends Reply {
  findings: Findings;
}

export interface Recorded {
  keywords: Map<string, LockedKeyword>;
  answers: RecordedAnswer[];
}

/** Stores answers with their findings and adds them to the daily counts. Answers to a deleted keyword are dropped. */
export async function recordAnswers(tx: Transaction, workspace: Workspace, readings: Reading[]): Promise<Recorded> {
  const { workspaceId } = workspace;
  const keywordIds = [...new Set(readings.map(({ question }) => question.keywordId))];
  const locked = await lockKeywords(tx, workspaceId, keywordIds);
  const keywords = new Map(locked.map((keyword) => [keyword.keywordId, keyword]));
  const recorded = readings.flatMap((reading) => {
    const keyword = keywords.get(reading.question.keywordId);
    return keyword ? [toRecord(reading, keyword)] : [];
  });
  if (recorded.length === 0) return { keywords, answers: [] };

  await insertAnswers(
    tx,
    workspaceId,
    recorded.map(({ answer }) => answer),
  );
  await insertMentions(
    tx,
    workspaceId,
    recorded.flatMap(({ mentions }) => mentions),
  );
  await insertCitations(
    tx,
    workspaceId,
    recorded.flatMap(({ citations }) => citations),
  );
  await addDailyCounts(tx, workspaceId, { answers: answerCounts(recorded), mentions: mentionCounts(recorded) });
  return { keywords, answers: recorded };
}

function toRecord({ question, findings, answer, ...reply }: Reading, keyword: LockedKeyword): RecordedAnswer {
  const answerId = makeId('ans', reply.askedAt.getTime());
  const about = { answer_id: answerId, keyword_id: question.keywordId, platform: question.platform };
  const found = reply.status === 'valid' ? findings : { mentions: [], citations: [] };
  return {
    keyword,
    round: question.round,
    answer: {
      ...about,
      asked_at: reply.askedAt,
      prompt_id: question.promptId,
      surface: reply.surface,
      status: reply.status,
      reason: reply.reason,
      prompt: question.prompt,
      text: answer.text,
      cited: answer.cited,
      retrieved: answer.retrieved,
      queries: answer.queries,
      searched: answer.searched,
      model: answer.model,
      requested_model: answer.requestedModel,
      stop: answer.stop,
      usage: answer.usage,
      cost_usd: answer.costUsd,
    },
    mentions: found.mentions.map((mention) => ({ ...about, ...mentionRow(mention, reply.askedAt) })),
    citations: found.citations.map((citation) => ({ ...about, ...citationRow(citation, reply.askedAt) })),
  };
}

function mentionRow(mention: Mention, at: Date) {
  return {
    mention_id: makeId('mnt', at.getTime()),
    detected_at: at,
    brand_id: mention.brandId,
    position: mention.position,
    sentiment: mention.sentiment,
    sentiment_method: mention.sentimentMethod,
    context: mention.context,
    spans: mention.spans,
  };
}

function citationRow(citation: Citation, at: Date) {
  return {
    citation_id: makeId('cit', at.getTime()),
    detected_at: at,
    kind: citation.kind,
    owner: citation.owner,
    owner_id: citation.ownerId,
    url: citation.url,
    canonical_url: citation.canonicalUrl,
    domain: citation.domain,
    title: citation.title,
    position: citation.position,
    context: citation.context,
  };
}

function answerCounts(recorded: RecordedAnswer[]): DailyAnswers[] {
  const counts = new Map<string, DailyAnswers>();
  for (const { answer, citations } of recorded) {
    const { keyword_id, platform, prompt_id, status } = answer;
    const day = dayOf(answer.asked_at);
    const key = `${keyword_id} ${platform} ${day} ${prompt_id}`;
    const count = counts.get(key) ?? {
      keyword_id,
      platform,
      day,
      prompt_id,
      valid: 0,
      refused: 0,
      failed: 0,
      citations: 0,
    };
    count[status]++;
    count.citations += citations.filter(isOwnCited).length;
    counts.set(key, count);
  }
  return [...counts.values()];
}

function mentionCounts(recorded: RecordedAnswer[]): DailyMentions[] {
  const counts = new Map<string, DailyMentions>();
  for (const { answer, mentions } of recorded) {
    const { keyword_id, platform, prompt_id } = answer;
    const day = dayOf(answer.asked_at);
    for (const { brand_id } of mentions) {
      const key = `${keyword_id} ${platform} ${day} ${prompt_id} ${brand_id}`;
      const count = counts.get(key) ?? { keyword_id, platform, day, prompt_id, brand_id, named: 0 };
      count.named++;
      counts.set(key, count);
    }
  }
  return [...counts.values()];
}
