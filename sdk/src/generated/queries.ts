// Generated from the OpenAPI document by server/test/sdk-openapi.test.ts. Do not edit.
import type { ActivityType } from '../constants.ts';
import type { EventType } from '../events.ts';
import type { Sentiment, SourceType } from './records.ts';

export interface HistoryQuery {
  /** First day of the history. */
  since?: string;
  /** Last day of the history. */
  until?: string;
  /** One history point per day or per week. */
  interval?: 'day' | 'week';
  /** Scores from the alias set version before the current one. */
  reading?: number;
  /**
   * Adds `comparison`: the change of the score of these days (without `since`, the last 7) from an earlier period,
   * and where it comes from; with `include=evidence`, also `why`. `previous` (as many days directly before) or
   * `2026-02-01..2026-02-28`.
   */
  compare?: string;
  /** Adds `platform_evidence`, `markers` to the history, and `why` to the comparison. */
  include?: 'evidence';
}

export interface RangeQuery {
  /** A day (from its start in UTC) or a time. Returns records at or after it. */
  since?: string;
  /** A day (to its end in UTC) or a time. Returns records before it. */
  until?: string;
}

export interface SearchQueryQuery extends FindingQuery {
  /** Text that the query contains. */
  q?: string;
  /** Adds `sample_size`, `interval`, `mention_rate_interval` and `metric_version`. */
  include?: 'evidence';
}

export interface SourceDetailQuery extends RangeQuery {
  /** Filter by keyword. */
  keyword_id?: string;
  /** Filter by platform. */
  platform?: string;
  /** The length of the periods in `history`. */
  interval?: 'day' | 'week';
}

export interface AttributeQuery extends FindingQuery {
  /** About this competitor instead of your brand. */
  competitor_id?: string;
}

export interface FindingQuery extends RangeQuery, PageQuery {
  /** Filter by keyword. */
  keyword_id?: string;
  /** Filter by platform. */
  platform?: string;
}

export interface CompetitorNumbersQuery {
  /** Scores for one keyword instead of all. */
  keyword_id?: string;
  /** Scores for one platform instead of all. */
  platform?: string;
  /** First day of the range, counted in full. Default: seven days in total. */
  since?: string;
  /** Last day of the range, inclusive. Default: the day of the newest answer. */
  until?: string;
  /** `evidence` adds sample sizes and intervals. `names` adds `aliases` and additional `domains`. */
  include?: 'evidence' | 'names';
}

export interface SettingsQuery {
  include?: 'settings';
}

export interface PageQuery {
  /** Page number. After the last page, `data` is empty. */
  page?: number;
  /** Records per page. */
  per_page?: number;
}

export interface EstimateQuery {
  /** Number of keywords. */
  keywords?: number;
  /** Prompts per keyword. */
  prompts?: number;
}

export interface DeliveryDetailQuery {
  /** Adds timings and error_text to each attempt. */
  include?: 'timings';
}

export interface InboxQuery extends PageQuery {
  /** A `sequence`: only requests that follow it, oldest first. */
  after?: number;
  /** Wait up to this many seconds until there is a request. */
  wait?: number;
}

export interface KeywordQuery extends PageQuery {
  /** Filter by status. Paused keywords are not measured. */
  status?: 'active' | 'paused';
  /** Filter by keyword tag. */
  tag?: string;
  /** Only keywords that contain this text. */
  q?: string;
}

export interface VisibilityQuery extends PageQuery {
  /** Filter by keyword. */
  keyword_id?: string;
  /** Only keywords measured on this platform. Scores stay overall; the platform’s score is in `platforms`. */
  platform?: string;
  /** Filter by keyword tag. */
  tag?: string;
  /** Only keywords that contain this text. */
  q?: string;
  /** Prefix with `-` for descending order. */
  sort?:
    | 'keyword'
    | '-keyword'
    | 'visibility_score'
    | '-visibility_score'
    | 'updated_at'
    | '-updated_at'
    | 'trend'
    | '-trend';
  /** Adds `sample_size`, `interval`, `metric_version` and `platform_evidence`. */
  include?: 'evidence';
}

export interface ReviewQuery extends PageQuery {
  /** `false`: only open entries. `true`: only dismissed ones. */
  dismissed?: 'true' | 'false';
}

export interface MentionQuery extends FindingQuery {
  /** Filter by sentiment. */
  sentiment?: Sentiment;
  /** `answer_id` adds the id of the answer that mentions the brand. */
  include?: 'answer_id';
}

export interface SentimentQuery extends PageQuery {
  /** Filter by keyword. */
  keyword_id?: string;
  /** Filter by platform. */
  platform?: string;
  /** First day. */
  since?: string;
  /** Last day. */
  until?: string;
  /** The length of the periods, counted back from the last day. */
  interval?: 'day' | 'week';
}

export interface CitationQuery extends FindingQuery {
  /** `own`: pages on your own domains. `all`: every cited page, with its `owner`. */
  scope?: 'own' | 'all';
}

export interface SourceQuery extends FindingQuery {
  /** Filter by type. */
  type?: SourceType;
  /** Adds `sample_size`, `interval`, `mention_rate_interval`, `answer_ids` and `metric_version`. */
  include?: 'evidence';
}

export interface GapQuery extends FindingQuery {
  /** Filter by kind. */
  kind?: 'domain' | 'page' | 'query';
  /** Filter by the type of the site. */
  source_type?: SourceType;
  /** Filter by competitor. */
  competitor_id?: string;
  /** Adds `adjusted_p`, `phi` and `metric_version`. */
  include?: 'evidence';
}

export interface BrandQuery {
  /** Shows the effect on stored answers and changes nothing. */
  preview?: 'true';
  /** Continues a preview: `next` of its part before. */
  after?: string;
}

export interface CompetitorQuery extends CompetitorNumbersQuery, PageQuery {}

export interface StandingQuery extends PageQuery {
  /** Filter by keyword. */
  keyword_id?: string;
  /** A platform, or `overall` for all platforms together. Default: both. */
  platform?: string;
  /** Filter by competitor. */
  competitor_id?: string;
  /** Filter by verdict. */
  verdict?: 'ahead' | 'behind' | 'too_close_to_call' | 'collecting';
}

export interface CrossingQuery extends PageQuery {
  /** Filter by keyword. */
  keyword_id?: string;
  /** A platform, or `overall` for all platforms together. Default: both. */
  platform?: string;
  /** Filter by competitor. */
  competitor_id?: string;
  /** Filter by direction. */
  direction?: 'overtook' | 'was_overtaken';
  /** Weeks that end on this day or later. */
  since?: string;
  /** Weeks that end on this day or earlier. */
  until?: string;
}

export interface AnswerQuery extends FindingQuery {
  /** Answers that cite this domain. Needs `keyword_id`. */
  domain?: string;
  /** Answers that cite this page. Needs `keyword_id`. */
  page_url?: string;
  /** Answers that ran this web search. Needs `keyword_id`. */
  query?: string;
  /** Answers that mention or cite a competitor and not you. Needs `keyword_id`. */
  gap?: 'true';
}

export interface EventQuery extends RangeQuery, PageQuery {
  /** Filter by keyword. Report events have no keyword. */
  keyword_id?: string;
  /** Filter by type. */
  type?: EventType;
}

export interface ActivityQuery extends RangeQuery, PageQuery {
  /** Filter by type. */
  type?: ActivityType;
  /** Only entries after this `activity_id`, oldest first. Poll with the last one you have read. */
  after?: string;
}

export interface AlertQuery extends PageQuery, SettingsQuery {}

export interface AnnotationQuery extends PageQuery {
  /** First day. */
  since?: string;
  /** Last day. */
  until?: string;
}

export interface RetentionQuery {
  /** Show what this limit would free, without setting it. */
  raw_days?: number;
  /** Likewise. */
  text_days?: number;
  /** Likewise. */
  findings_days?: number;
}

export interface UsageQuery {
  /** First day. Default: 30 days before the last day. */
  since?: string;
  /** Last day. Default: today. */
  until?: string;
}

export interface ReportQuery extends PageQuery, SettingsQuery {
  /** Filter by status. */
  status?: 'scheduled' | 'running' | 'ready' | 'failed';
  /** Filter by schedule. */
  schedule?: 'weekly' | 'monthly' | 'once';
  /** Filter by format. */
  format?: 'pdf' | 'csv' | 'json';
}

export interface ReportFileQuery {
  /** A format other than the report’s own. */
  format?: 'pdf' | 'csv' | 'json';
}

export interface WebhookQuery extends PageQuery, SettingsQuery {}

export interface DeliveryQuery extends PageQuery {
  /** Filter by status. */
  status?: 'pending' | 'succeeded' | 'failed' | 'held' | 'cancelled';
  /** Filter by type. */
  type?: EventType;
  /** Start of the range. */
  since?: string;
  /** End of the range. */
  until?: string;
}
