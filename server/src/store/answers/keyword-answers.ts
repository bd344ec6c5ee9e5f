import type { Sentiment } from '@visibility/sdk';
import { type ShownStatus, shownStatus, UNKNOWN_BRAND } from '../../analyze/counted-status.ts';
import { excerptOf } from '../../analyze/excerpt.ts';
import type { AnswerStatus } from '../../collect/platform.ts';
import { type Db, empty, type Sql, sql } from '../db.ts';
import { limitTo, type Page } from '../pages.ts';
import type { TimeRange } from '../time-range.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';
import { type SourceFilter, withSource } from './source-filter.ts';

export interface KeywordAnswerFilter extends SourceFilter {
  keywordId: string;
  platform?: string | undefined;
  status?: ShownStatus | undefined;
  promptId?: string | undefined;
  /** Whether the own brand is mentioned. */
  isNamed?: boolean | undefined;
  range: TimeRange;
}

/** A one-line summary of a keyword's answer, for a list. */
export interface AnswerLine {
  answerId: string;
  platform: string;
  status: ShownStatus;
  prompt: string;
  /** The sentence that first mentions the own brand, otherwise the start of the answer. */
  excerpt: string;
  /** Of the own brand. Undefined if it is not mentioned. */
  position: number | undefined;
  sentiment: Sentiment | undefined;
  askedAt: Date;
}

const EXCERPT_CHARACTERS = 280;
/** Markup is removed after cutting, so the cut is longer than the result. */
const PASSAGE_CHARACTERS = 1_500;
/** A shorter sentence, often only the name as a heading, is shown with the text after it. */
const SHORT_CHARACTERS = 60;

/** A keyword's answers, newest first. */
export async function listKeywordAnswers(
  db: Db,
  workspaceId: string,
  { filter, page }: { filter: KeywordAnswerFilter; page: Page },
): Promise<{ answers: AnswerLine[]; total: number }> {
  const from = matching(workspaceId, filter);
  const [rows, [count]] = await Promise.all([
    db.records<Omit<AnswerLine, 'excerpt' | 'status'> & Passage & StoredStatus>(
      sql`select a.answer_id, a.platform, a.status, a.reason, a.prompt, a.asked_at, m.position, m.sentiment, a.text, m.context,
                 (m.spans -> 0 ->> 0)::integer as named_at
          ${from}
          order by a.asked_at desc, a.answer_id desc
          ${limitTo(page)}`,
    ),
    db.query<{ total: number }>(sql`select count(*) as total ${from}`),
  ]);
  return {
    answers: rows.map(({ text, context, namedAt, status, reason, ...line }) => ({
      ...line,
      status: shownStatus({ status, reason }),
      excerpt: excerptAt({ text, context, namedAt }),
    })),
    total: count?.total ?? 0,
  };
}

interface StoredStatus {
  status: AnswerStatus;
  reason: string | undefined;
}

interface Passage {
  text: string;
  context: string | undefined;
  /** The first mention of the own brand, as a UTF-16 offset. */
  namedAt: number | undefined;
}

/** Starts at a sentence or line, so never inside a word or a link. */
function excerptAt({ text, context, namedAt }: Passage): string {
  const line = text.lastIndexOf('\n', (namedAt ?? 0) - 1) + 1;
  const isNear = (namedAt ?? 0) - line < SHORT_CHARACTERS;
  if (context !== undefined && (context.length >= SHORT_CHARACTERS || !isNear)) return context;
  const start = context === undefined ? 0 : line;
  return excerptOf(text.slice(start, start + PASSAGE_CHARACTERS), EXCERPT_CHARACTERS);
}

function matching(
  workspaceId: string,
  { keywordId, platform, status, promptId, isNamed, range, ...source }: KeywordAnswerFilter,
): Sql {
  return sql`
    from answers a
    left join mentions m
      on m.workspace_id = ${workspaceId}
     and m.keyword_id = ${keywordId}
     and m.brand_id = ${OWN_BRAND}
     and m.detected_at >= ${range.since}
     and m.detected_at < ${range.until}
     and m.detected_at = a.asked_at
     and m.answer_id = a.answer_id
    where a.workspace_id = ${workspaceId}
      and a.keyword_id = ${keywordId}
      and a.asked_at >= ${range.since}
      and a.asked_at < ${range.until}
      ${platform === undefined ? empty : sql`and a.platform = ${platform}`}
      ${status === undefined ? empty : status === UNKNOWN_BRAND ? sql`and a.status = 'valid' and a.reason = ${status}` : sql`and a.status = ${status}`}
      ${promptId === undefined ? empty : sql`and a.prompt_id = ${promptId}`}
      ${isNamed === undefined ? empty : isNamed ? sql`and m.mention_id is not null` : sql`and a.status = 'valid' and m.mention_id is null`}
      ${withSource('a', workspaceId, source)}`;
}
