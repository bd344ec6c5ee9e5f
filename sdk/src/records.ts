import type { CitationNew, EventType, Sentiment, WebhookEvent } from './events.ts';
import type { Comparison, Marker } from './insight-records.ts';

/** A page of records. `total` counts all matching records, not only this page. */
export interface List<Item> {
  data: Item[];
  meta: { total: number; page: number; per_page: number };
}

export interface Keyword {
  keyword_id: string;
  keyword: string;
  status: 'active' | 'paused';
  tags: string[];
  /** ISO 3166 country code. */
  country: string | null;
  /** BCP 47 language tag. */
  language: string | null;
  created_at: string;
  updated_at: string;
}

/** Scores are integers from 0 (never mentioned) to 100 (mentioned in every answer). */
export interface VisibilityRecord {
  keyword_id: string;
  keyword: string;
  visibility_score: number;
  mentions: number;
  citations: number;
  /** Score by platform. Platforms without a valid answer are left out. */
  platforms: Record<string, number>;
  /** Signed percentage change from the previous window: `+20%`. */
  trend: string;
  updated_at: string;
}

/** Evidence for a score. */
export interface Evidence {
  sample_size: number;
  /** 95% interval of the score, in points. */
  interval: [low: number, high: number];
  metric_version: number;
}

/** Evidence for the score of one platform. */
export type PlatformEvidence = Pick<Evidence, 'sample_size' | 'interval'>;

/** What `include=evidence` adds to a visibility record. */
export interface VisibilityEvidence extends Evidence {
  /** One entry for each platform in `platforms`. */
  platform_evidence: Record<string, PlatformEvidence>;
}

export interface HistoryPoint {
  date: string;
  visibility_score: number;
  mentions: number;
  citations: number;
  sample_size: number;
  platforms: Record<string, number>;
  /** Only with `include=evidence`: changes of the measurement since the previous point. */
  markers?: Marker[];
}

export interface VisibilityDetail extends VisibilityRecord, Evidence {
  /** Only with `include=evidence`. */
  platform_evidence?: Record<string, PlatformEvidence>;
  /** Only with `compare`, once the keyword has answers. */
  comparison?: Comparison;
  history: HistoryPoint[];
}

/** An answer that mentions your brand. */
export interface Mention {
  mention_id: string;
  keyword_id: string;
  keyword: string;
  platform: string;
  /** 1 is best: the rank in a list, or else the order of mention. */
  position: number;
  sentiment: Sentiment;
  /** The sentence with the first mention, as plain text. */
  context: string;
  detected_at: string;
  /** Only with `include=answer_id`. */
  answer_id?: string;
}

/** Evidence for a competitor's scores. */
export interface CompetitorEvidence {
  /** Valid answers that were analyzed for this competitor; 0 until then. */
  sample_size?: number;
  /** 95% interval of the score, in points. */
  interval?: [low: number, high: number];
  /** 95% interval of the share of voice, in points. Null if there is no share of voice. */
  share_of_voice_interval?: [low: number, high: number] | null;
  metric_version?: number;
}

/** Aliases and additional domains. Only with `include=names`. */
export interface CompetitorNames {
  /** In addition to the name, which always counts. */
  aliases?: NewAlias[];
  /** In addition to the main domain. */
  domains?: string[];
}

/** A tracked competitor. Covers all keywords unless you filter by one. */
export interface Competitor extends CompetitorEvidence, CompetitorNames {
  competitor_id: string;
  name: string;
  /** The first of its domains, or null without one. */
  domain: string | null;
  visibility_score: number;
  /** Percent of all tracked brand mentions, your brand included. Null without any mention. */
  share_of_voice: number | null;
  mentions: number;
  citations: number;
  platforms: Record<string, number>;
  trend: string;
  updated_at: string;
}

/** How an alias must be written, and which nearby words are required or excluded. */
export interface NewAlias {
  text: string;
  case?: 'smart' | 'exact' | 'insensitive';
  require_any?: string[];
  exclude_any?: string[];
}

/** A competitor to track. */
export interface NewCompetitor {
  name: string;
  domain?: string | null;
  aliases?: (string | NewAlias)[];
  domains?: string[];
}

/** Changes to a competitor. A list replaces the existing one. */
export type CompetitorChange = Partial<NewCompetitor>;

/** A brand that answers list next to tracked ones, not tracked itself. */
export interface CompetitorCandidate {
  name: string;
  /** Number of answers that list it. */
  mentions: number;
  /** Number of keywords whose answers list it. */
  keywords: number;
  platforms: string[];
  /** The latest sentence that lists it, as plain text. */
  context: string;
}

/** A page that an answer cites. */
export interface Citation extends CitationNew {
  detected_at: string;
  /** Only with `scope=all`. */
  owner?: 'own' | 'competitor' | 'other';
}

export interface Webhook {
  webhook_id: string;
  url: string;
  events: EventType[];
  status: 'enabled' | 'disabled';
  description: string | null;
  disabled_at: string | null;
  disabled_reason: 'delivery_failures' | 'gone' | 'user' | null;
  created_at: string;
  updated_at: string;
}

/** What `?include=settings` adds to a webhook. */
export interface WebhookSettings {
  /** What is sent: the event, or a message for Slack, Teams or Discord. */
  format: 'json' | 'slack' | 'teams' | 'discord';
  /** `thin`: only `id`, `type` and `created_at`. */
  payload: 'full' | 'thin';
  /** Names of the extra request headers. Their values are never returned. */
  header_names: string[];
}

/** The response to a creation. Only this response contains a secret that the server generated. */
export interface CreatedWebhook extends Webhook {
  secret?: string;
}

/** A report, scheduled or finished. Its file is at `/reports/{report_id}/file` once the status is `ready`. */
export interface Report {
  report_id: string;
  name: string;
  /** A weekly or monthly report is followed by one for the next period. */
  schedule: 'weekly' | 'monthly' | 'once';
  format: 'pdf' | 'csv' | 'json';
  /** First and last day, inclusive. */
  period_start: string;
  period_end: string;
  status: 'scheduled' | 'running' | 'ready' | 'failed';
  created_at: string;
}

export interface ReportFile {
  /** The suggested file name. */
  name: string;
  /** `application/pdf`, `text/csv` or `application/json`, with its charset. */
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** What `?include=settings` adds to a report. */
export interface ReportSettings {
  /** Keywords selected by id and by tag. If both are empty, all keywords. */
  keyword_ids: string[];
  tags: string[];
  /** Email recipients. */
  recipients: string[];
  /** Day of the week (1 is Monday) or of the month. Null: as soon as the period is over. */
  send_day: number | null;
  /** Local time in `time_zone`. */
  send_time: string;
  time_zone: string;
  /** Null: the default color. */
  accent_color: string | null;
  has_logo: boolean;
  /** Why it failed. */
  failure: string | null;
  /** The formats in which the file is available. Empty until the report is ready. */
  formats: Report['format'][];
  /**
   * `not_configured`: not sent, because no mail server is configured. `failed`: not delivered to at least one
   * recipient. Null: no recipients, not created yet, or created more than 30 days ago.
   */
  email_status: 'not_configured' | 'queued' | 'sent' | 'failed' | null;
}

/** A report to create. The period is required for `once`; otherwise it follows from the schedule. */
export interface NewReport {
  name: string;
  schedule: Report['schedule'];
  format: Report['format'];
  period_start?: string;
  period_end?: string;
  keyword_ids?: string[];
  tags?: string[];
  recipients?: string[];
  /** Day of the week (1 is Monday) or of the month (1 to 28). Null: as soon as the period is over. */
  send_day?: number | null;
  /** Local time in `time_zone`, such as `08:30`. */
  send_time?: string;
  /** Such as `Europe/Berlin`. */
  time_zone?: string;
  /** Such as `#1f5fd6`. Null: the default. */
  accent_color?: string | null;
  /** A PNG in base64, at most 100 kB. */
  logo?: string | null;
  /** The id of a report whose logo is used. */
  logo_from?: string;
}

/** A rule that fires when a score crosses a threshold. */
export interface Alert {
  alert_id: string;
  name: string;
  /** Null: every keyword, or those with the tag in its settings. */
  keyword_id: string | null;
  /** Null: the overall score. */
  platform: string | null;
  condition: 'below' | 'above' | 'drops_by' | 'rises_by' | 'overtaken';
  /** A score. For `drops_by` and `rises_by`: points compared with the previous seven days. Not used with `overtaken`. */
  threshold: number;
  status: 'active' | 'paused';
  created_at: string;
}

/** What `?include=settings` adds to an alert. */
export interface AlertSettings {
  tag: string | null;
  /** Only with `overtaken`. Null: any competitor. */
  competitor_id: string | null;
  /** Whether it fires only on significant changes. */
  only_significant: boolean;
  /** One email per alert, a daily digest, or none. */
  email: 'off' | 'each' | 'daily';
  /** If empty, the account owner. */
  recipients: string[];
}

/** What `?include=settings` adds to an alert. */
export interface ShownAlertSettings extends AlertSettings {
  /** `not_configured`: emails are not sent, because no mail server is configured. Null: `email` is `off`. */
  email_status: 'not_configured' | 'ready' | null;
}

/** An alert to store. Omitted fields are null, `false`, `off` or `active`. Only `overtaken` has no threshold. */
export type NewAlert = Pick<Alert, 'name' | 'condition'> &
  Partial<Pick<Alert, 'threshold' | 'keyword_id' | 'platform' | 'status'> & AlertSettings>;

/** A time at which a rule would have fired. */
export interface AlertFiring {
  date: string;
  keyword_id: string;
  keyword: string;
  /**
   * The score at that time, and the score it is compared with: the previous score, or for changes the score of the
   * previous seven days.
   */
  value: number;
  previous: number | null;
  trigger_reason: string;
  /** Whether the change may be noise. With `only_significant` the rule would not have fired. */
  within_noise: boolean;
}

/** Backtest result, newest first. */
export interface AlertBacktest {
  firings: AlertFiring[];
  summary: {
    firings: number;
    within_noise: number;
    keywords_examined: number;
    /** May be larger than `keywords_examined`: only the oldest keywords are examined. */
    keywords_matching: number;
    days: number;
    since: string;
    until: string;
  };
}

/** A delivery of an event to a webhook. */
export interface Delivery {
  delivery_id: string;
  /** The same on every attempt, retry and replay. Use it to deduplicate. */
  event_id: string;
  webhook_id: string;
  type: EventType;
  /** `held`: the webhook is disabled. `cancelled`: it was held too long or is no longer needed. */
  status: 'pending' | 'succeeded' | 'failed' | 'held' | 'cancelled';
  attempts: number;
  /** From the latest attempt that got a response. */
  response_status: number | null;
  created_at: string;
  next_attempt_at: string | null;
}

export interface DeliveryAttempt {
  /** 1 is the first attempt, 6 the last retry. */
  attempt: number;
  started_at: string;
  duration_ms: number | null;
  response_status: number | null;
  /** A code such as `timeout` or `tls_expired`; null on success. */
  error: string | null;
  /** The first 16 KiB of the receiver's response. Untrusted text: escape it wherever you display it. */
  response_body: string | null;
  /** Only with `include=timings`: duration of each phase. Null if the connection was reused. */
  timings?: { dns_ms: number | null; connect_ms: number | null; tls_ms: number | null; first_byte_ms: number | null };
  /** Only with `include=timings`: a description of the error. */
  error_text?: string | null;
}

export interface DeliveryDetail extends Delivery {
  /** The body as it is sent: the event, unless the webhook has another format or a thin payload. */
  payload: WebhookEvent;
  attempt_log: DeliveryAttempt[];
}

/** What a replay queued. */
export interface ReplayResult {
  deliveries: number;
}

/** An event with its evidence, which depends on the type. For changes of scores, `why` is `ChangeReasons` or null. */
export type EventWithEvidence = WebhookEvent & { evidence: Record<string, unknown> };

/** The body of every error under `/api/v1`. */
export interface ApiErrorBody {
  detail: string;
}
