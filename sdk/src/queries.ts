import type { ActivityType } from './activity-records.ts';
import type { EventType, Sentiment } from './events.ts';
import type { Crossing, Gap, SourceType, Standing } from './insight-records.ts';
import type { Delivery, Keyword, Report } from './records.ts';

/** The page of a list. Default: page 1 with 20 records. `per_page` is at most 100. */
export interface PageQuery {
  page?: number;
  per_page?: number;
}

/** A day such as `2026-10-01` (a full UTC day), or a time such as `2026-10-01T12:00:00Z`. */
export interface RangeQuery {
  since?: string;
  until?: string;
}

export interface KeywordQuery extends PageQuery {
  status?: Keyword['status'];
  tag?: string;
  /** Text that the keyword contains. */
  q?: string;
}

export type VisibilitySort = 'keyword' | 'visibility_score' | 'updated_at' | 'trend';

export interface VisibilityQuery extends PageQuery {
  keyword_id?: string;
  /** Only keywords measured on this platform. Scores stay overall; the platform's score is in `platforms`. */
  platform?: string;
  tag?: string;
  q?: string;
  /** Prefix with `-` for descending order. */
  sort?: VisibilitySort | `-${VisibilitySort}`;
  /** Adds sample sizes and intervals. */
  include?: 'evidence';
}

/** The date range of the history. Default: the last 30 days. */
export interface HistoryQuery {
  since?: string;
  until?: string;
  interval?: 'day' | 'week';
  /** Scores from an earlier alias set version of the brand. */
  reading?: number;
  /** Adds `comparison` with the days before (`previous`) or with two days: `2026-02-01..2026-02-28`. */
  compare?: string;
  /** Adds `platform_evidence`, and `markers` to each point of the history. */
  include?: 'evidence';
}

export interface FindingQuery extends PageQuery, RangeQuery {
  keyword_id?: string;
  platform?: string;
}

export interface ReviewQuery extends PageQuery {
  /** `false`: only open entries. `true`: only dismissed ones. */
  dismissed?: 'true' | 'false';
}

export interface AnswerQuery extends FindingQuery {
  /** Answers that cite this domain. This and the following filters need `keyword_id`. */
  domain?: string;
  /** Answers that cite this page. */
  page_url?: string;
  /** Answers that ran this web search. */
  query?: string;
  /** Answers that mention or cite a competitor and not you. */
  gap?: 'true';
}

export interface GapQuery extends FindingQuery {
  kind?: Gap['kind'];
  source_type?: SourceType;
  competitor_id?: string;
  /** Adds `adjusted_p`, `phi` and `metric_version`. */
  include?: 'evidence';
}

export interface MentionQuery extends FindingQuery {
  sentiment?: Sentiment;
  include?: 'answer_id';
}

export interface SentimentQuery extends FindingQuery {
  /** The length of the periods. Default: `week`. */
  interval?: 'day' | 'week';
}

export interface CitationQuery extends FindingQuery {
  /** `own`: pages on your own domains. `all`: every cited page, with its `owner`. */
  scope?: 'own' | 'all';
}

export interface SearchQueryQuery extends FindingQuery {
  /** Text that the query contains. */
  q?: string;
  /** Adds sample sizes and intervals. */
  include?: 'evidence';
}

export interface SourceQuery extends FindingQuery {
  type?: SourceType;
  /** Adds sample sizes, intervals and answer ids. */
  include?: 'evidence';
}

export interface SourceDetailQuery extends RangeQuery {
  keyword_id?: string;
  platform?: string;
  /** The length of the periods in `history`. Default: `week`. */
  interval?: 'day' | 'week';
}

/** Which answers a competitor's scores are computed from. */
export interface CompetitorNumbersQuery extends RangeQuery {
  keyword_id?: string;
  platform?: string;
  /** Adds sample sizes and intervals, or aliases and additional domains. */
  include?: 'evidence' | 'names';
}

export interface CompetitorQuery extends PageQuery, CompetitorNumbersQuery {}

/** Filters of standings. `platform` may be `overall`: all platforms together. */
export interface StandingQuery extends PageQuery {
  keyword_id?: string;
  platform?: string;
  competitor_id?: string;
  verdict?: Standing['verdict'];
}

export interface CrossingQuery extends Omit<StandingQuery, 'verdict'>, RangeQuery {
  direction?: Crossing['direction'];
}

export interface EventQuery extends PageQuery, RangeQuery {
  keyword_id?: string;
  type?: EventType;
}

export interface ActivityQuery extends PageQuery, RangeQuery {
  type?: ActivityType;
  /** An `activity_id`: only entries that follow it, oldest first. */
  after?: string;
}

export interface SettingsQuery {
  /** Adds the settings to each record. */
  include?: 'settings';
}

export interface AlertQuery extends PageQuery, SettingsQuery {}

export interface WebhookQuery extends PageQuery, SettingsQuery {}

export interface ReportQuery extends PageQuery, SettingsQuery {
  status?: Report['status'];
  schedule?: Report['schedule'];
  format?: Report['format'];
}

export interface ReportFileQuery {
  /** A format other than the report's own. */
  format?: Report['format'];
}

/** First and last day. */
export interface AnnotationQuery extends PageQuery {
  since?: string;
  until?: string;
}

/** First and last day. Default: the last 30 days. */
export interface UsageQuery {
  since?: string;
  until?: string;
}

/** Limits to try out. */
export interface RetentionQuery {
  raw_days?: number;
  text_days?: number;
  findings_days?: number;
}

export interface EstimateQuery {
  keywords?: number;
  /** Prompts per keyword. */
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
  /** Adds connection timings and an error description to each attempt. */
  include?: 'timings';
}

export interface InboxQuery extends PageQuery {
  /** A `sequence`: only requests that follow it, oldest first. */
  after?: number;
  /** Wait up to this many seconds, at most 50, until there is a request. */
  wait?: number;
}
