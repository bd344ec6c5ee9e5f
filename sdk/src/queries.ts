import type { EventType, Sentiment } from './events.ts';
import type { Delivery, Keyword, Report } from './records.ts';

/** Which page of a list; the first 20 records unless asked otherwise, at most 100. */
export interface PageQuery {
  page?: number;
  per_page?: number;
}

/** A day such as `2026-10-01`, counted whole in UTC, or a time such as `2026-10-01T12:00:00Z`. */
export interface RangeQuery {
  since?: string;
  until?: string;
}

export interface KeywordQuery extends PageQuery {
  status?: Keyword['status'];
  tag?: string;
  /** Words that the keyword contains. */
  q?: string;
}

export type VisibilitySort = 'keyword' | 'visibility_score' | 'updated_at' | 'trend';

export interface VisibilityQuery extends PageQuery {
  keyword_id?: string;
  /** Only keywords measured on this platform. Scores stay overall; its own score is in `platforms`. */
  platform?: string;
  tag?: string;
  q?: string;
  /** `-` before the name: descending. */
  sort?: VisibilitySort | `-${VisibilitySort}`;
  /** Adds what the numbers rest on. */
  include?: 'evidence';
}

/** Days of the history; the last 30 unless asked otherwise. */
export interface HistoryQuery {
  since?: string;
  until?: string;
  interval?: 'day' | 'week';
  /** Numbers as an earlier set of names read the same answers. */
  reading?: number;
  /** Adds `platform_evidence`. */
  include?: 'evidence';
}

export interface AnswerQuery extends PageQuery, RangeQuery {
  keyword_id?: string;
  platform?: string;
}

export interface MentionQuery extends AnswerQuery {
  sentiment?: Sentiment;
  include?: 'answer_id';
}

export interface CitationQuery extends AnswerQuery {
  /** `own`: pages of the own domains. `all`: every cited page, with its `owner`. */
  scope?: 'own' | 'all';
}

/** What a competitor's numbers are taken from. */
export interface CompetitorNumbersQuery extends RangeQuery {
  keyword_id?: string;
  platform?: string;
  /** Adds what the numbers rest on, or the aliases and further domains. */
  include?: 'evidence' | 'names';
}

export interface CompetitorQuery extends PageQuery, CompetitorNumbersQuery {}

export interface EventQuery extends PageQuery, RangeQuery {
  keyword_id?: string;
  type?: EventType;
}

export interface SettingsQuery {
  /** Adds the settings to each record. */
  include?: 'settings';
}

export interface AlertQuery extends PageQuery, SettingsQuery {}

export interface ReportQuery extends PageQuery, SettingsQuery {
  status?: Report['status'];
  schedule?: Report['schedule'];
  format?: Report['format'];
}

export interface ReportFileQuery {
  /** The same report in another format than its own. */
  format?: Report['format'];
}

/** First and last day; the last 30 unless asked otherwise. */
export interface UsageQuery {
  since?: string;
  until?: string;
}

export interface EstimateQuery {
  keywords?: number;
  /** Questions per keyword. */
  prompts?: number;
}

export interface DeliveryQuery extends PageQuery {
  status?: Delivery['status'];
  type?: EventType;
  /** Times, not days. */
  since?: string;
  until?: string;
}

export interface DeliveryDetailQuery {
  /** Adds to each attempt where the time went, and the error in words. */
  include?: 'timings';
}
