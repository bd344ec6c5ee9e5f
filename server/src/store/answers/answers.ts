import type { Sentiment } from '@visibility/sdk';
import type { AnswerStatus, CitedPage, Page, Usage } from '../../collect/platform.ts';
import type { Provenance } from '../../collect/scraped/read-scraped.ts';
import { sql, type Transaction } from '../db.ts';
import { rowSet } from '../row-set.ts';

export type Surface = 'api' | 'scraped' | 'import' | 'simulated';

export interface AnswerRow {
  answerId: string;
  askedAt: Date;
  keywordId: string;
  promptId: string;
  platform: string;
  surface: Surface;
  status: AnswerStatus;
  reason: string | undefined;
  prompt: string;
  text: string;
  cited: CitedPage[];
  retrieved: Page[];
  queries: string[];
  searched: boolean | undefined;
  model: string | undefined;
  requestedModel: string | undefined;
  adapter: string | undefined;
  stop: string | undefined;
  usage: Usage;
  costUsd: number | undefined;
  recordedAt: Date;
  provenance: Provenance | undefined;
  /** Gzipped. */
  raw: Buffer | undefined;
}

export interface MentionRow {
  mentionId: string;
  detectedAt: Date;
  answerId: string;
  keywordId: string;
  platform: string;
  brandId: string;
  position: number;
  sentiment: Sentiment;
  sentimentMethod: string;
  context: string;
  spans: [number, number][];
}

export interface CitationRow {
  citationId: string;
  detectedAt: Date;
  answerId: string;
  keywordId: string;
  platform: string;
  kind: 'cited' | 'retrieved';
  owner: 'own' | 'competitor' | 'other';
  ownerId: string | undefined;
  url: string;
  canonicalUrl: string;
  /** Of the canonical URL. */
  pageKey: string;
  domain: string;
  title: string | undefined;
  position: number | undefined;
  context: string | undefined;
}

/** A stored answer with its findings. */
export interface RecordedAnswer {
  keyword: { keywordId: string; keyword: string; reading: number };
  round: string;
  answer: AnswerRow;
  mentions: MentionRow[];
  citations: CitationRow[];
}

/** The citations that count: own pages that the answer cites as a source. */
export function isOwnCited({ owner, kind }: Pick<CitationRow, 'owner' | 'kind'>): boolean {
  return owner === 'own' && kind === 'cited';
}

const ANSWER_COLUMNS = {
  answerId: 'text',
  askedAt: 'timestamptz',
  keywordId: 'text',
  promptId: 'text',
  platform: 'text',
  surface: 'text',
  status: 'text',
  reason: 'text',
  prompt: 'text',
  text: 'text',
  cited: 'jsonb',
  retrieved: 'jsonb',
  queries: 'jsonb',
  searched: 'boolean',
  model: 'text',
  requestedModel: 'text',
  adapter: 'text',
  stop: 'text',
  usage: 'jsonb',
  costUsd: 'numeric',
  recordedAt: 'timestamptz',
  provenance: 'jsonb',
  raw: 'bytea',
} as const;

const MENTION_COLUMNS = {
  mentionId: 'text',
  detectedAt: 'timestamptz',
  answerId: 'text',
  keywordId: 'text',
  platform: 'text',
  brandId: 'text',
  position: 'integer',
  sentiment: 'text',
  sentimentMethod: 'text',
  context: 'text',
  spans: 'jsonb',
} as const;

const CITATION_COLUMNS = {
  citationId: 'text',
  detectedAt: 'timestamptz',
  answerId: 'text',
  keywordId: 'text',
  platform: 'text',
  kind: 'text',
  owner: 'text',
  ownerId: 'text',
  url: 'text',
  canonicalUrl: 'text',
  pageKey: 'bigint',
  domain: 'text',
  title: 'text',
  position: 'integer',
  context: 'text',
} as const;

export async function insertAnswers(tx: Transaction, workspaceId: string, rows: AnswerRow[]): Promise<void> {
  await tx.query(
    sql`insert into answers (workspace_id, answer_id, asked_at, keyword_id, prompt_id, platform, surface, status, reason,
                             prompt, text, cited, retrieved, queries, searched, model, requested_model, adapter, stop,
                             usage, cost_usd, recorded_at, provenance, raw)
        select ${workspaceId}, a.*
        from ${rowSet('a', rows, ANSWER_COLUMNS)}`,
  );
}

export async function insertMentions(tx: Transaction, workspaceId: string, rows: MentionRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    sql`insert into mentions (workspace_id, mention_id, detected_at, answer_id, keyword_id, platform, brand_id, position,
                              sentiment, sentiment_method, context, spans)
        select ${workspaceId}, m.*
        from ${rowSet('m', rows, MENTION_COLUMNS)}`,
  );
}

export async function insertCitations(tx: Transaction, workspaceId: string, rows: CitationRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    sql`insert into citations (workspace_id, citation_id, detected_at, answer_id, keyword_id, platform, kind, owner, owner_id,
                               url, canonical_url, page_key, domain, title, position, context)
        select ${workspaceId}, c.*
        from ${rowSet('c', rows, CITATION_COLUMNS)}`,
  );
}
