import type { CitationNew, EventType, Sentiment, WebhookEvent } from './events.ts';

/** A page of records. `total` counts all that match, not only this page. */
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

/** Scores are whole numbers from 0 (never named) to 100 (named in every answer). */
export interface VisibilityRecord {
  keyword_id: string;
  keyword: string;
  visibility_score: number;
  mentions: number;
  citations: number;
  /** Platform identifier to score; a platform without a valid answer is left out. */
  platforms: Record<string, number>;
  /** Signed percentage against the previous window: `+20%`. */
  trend: string;
  updated_at: string;
}

/** What a number rests on. */
export interface Evidence {
  sample_size: number;
  /** 95 % interval of the score, in points. */
  interval: [low: number, high: number];
  metric_version: number;
}

/** The valid answers and the 95 % interval behind the score of one platform. */
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
}

export interface VisibilityDetail extends VisibilityRecord, Evidence {
  /** Only with `include=evidence`. */
  platform_evidence?: Record<string, PlatformEvidence>;
  history: HistoryPoint[];
}

/** An answer that names the own brand. */
export interface Mention {
  mention_id: string;
  keyword_id: string;
  keyword: string;
  platform: string;
  /** 1 is the best: the rank in a list, else the order of being named. */
  position: number;
  sentiment: Sentiment;
  /** The sentence of the first mention, as plain text. */
  context: string;
  detected_at: string;
  /** Only with `include=answer_id`. */
  answer_id?: string;
}

/** What a competitor's numbers rest on. */
export interface CompetitorEvidence {
  /** Valid answers that were read with this competitor among the names; 0 until that has happened. */
  sample_size?: number;
  /** 95 % interval of the score, in points. */
  interval?: [low: number, high: number];
  /** 95 % interval of the share of voice, in points; null where that is null. */
  share_of_voice_interval?: [low: number, high: number] | null;
  metric_version?: number;
}

/** What a competitor goes by, only with `include=names`. */
export interface CompetitorNames {
  /** Beside its name, which always counts. */
  aliases?: NewAlias[];
  /** Beside its main domain. */
  domains?: string[];
}

/** A tracked competitor, over all keywords unless asked for one. */
export interface Competitor extends CompetitorEvidence, CompetitorNames {
  competitor_id: string;
  name: string;
  /** The first of its domains, or null when none was given. */
  domain: string | null;
  visibility_score: number;
  /** Percent of all times a tracked brand was named, the own brand included; null when nobody was. */
  share_of_voice: number | null;
  mentions: number;
  citations: number;
  platforms: Record<string, number>;
  trend: string;
  updated_at: string;
}

/** How an alias must be written, and what must or must not stand beside it, to count. */
export interface NewAlias {
  text: string;
  case?: 'smart' | 'exact' | 'insensitive';
  require_any?: string[];
  exclude_any?: string[];
}

/** A competitor to track from now on. */
export interface NewCompetitor {
  name: string;
  domain?: string | null;
  aliases?: (string | NewAlias)[];
  domains?: string[];
}

/** What is to change of a competitor; lists replace those it has. */
export type CompetitorChange = Partial<NewCompetitor>;

/** A name that heads list items next to tracked brands, and is not tracked itself. */
export interface CompetitorCandidate {
  name: string;
  /** Answers that list it. */
  mentions: number;
  /** Keywords whose answers list it. */
  keywords: number;
  platforms: string[];
  /** The newest sentence that lists it, as plain text. */
  context: string;
}

/** A page that an answer names as its source. */
export interface Citation extends CitationNew {
  detected_at: string;
  /** Only with `scope=all`. */
  owner?: 'own' | 'competitor' | 'other';
}

/** An answer as it was stored: what every number rests on. */
export interface Answer {
  answer_id: string;
  keyword_id: string;
  keyword: string;
  platform: string;
  /** Where it was collected: by API, from a consumer surface, by another tool, or simulated. */
  surface: 'api' | 'scraped' | 'import' | 'simulated';
  model: string | null;
  prompt: string;
  text: string;
  /** Pages the answer names as its source (`cited`), and pages the platform only looked at. */
  sources: { url: string; title: string | null; cited: boolean }[];
  /** Only valid answers count; a refused or failed one is never "not mentioned". */
  status: 'valid' | 'refused' | 'failed';
  asked_at: string;
  cost_usd: number | null;
}

/** An answer collected by anything else, as it is sent to be stored. */
export interface NewAnswer {
  /** The keyword by its id or by its words. */
  keyword_id?: string | null;
  keyword?: string | null;
  /** Surfaces are never blended: a consumer surface has a platform of its own, such as `chatgpt_web`. */
  platform: string;
  prompt: string;
  /** May be left out when the status is `refused` or `failed`. */
  text?: string | null;
  /** A source is cited unless it says `cited: false`. Without sources, nothing is cited. */
  sources?: { url: string; title?: string | null; cited?: boolean }[] | null;
  model?: string | null;
  surface?: 'api' | 'scraped' | 'import';
  asked_at?: string | null;
  /** The same id is stored once, however often it is sent. */
  external_id?: string | null;
  status?: 'valid' | 'refused' | 'failed';
}

/** What became of one line of an ingest. */
export interface IngestResult {
  line: number;
  status: 'stored' | 'duplicate' | 'refused';
  answer_id?: string;
  /** Why it was refused. */
  detail?: string;
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

/** The answer to a creation: the one time a secret made by the server is shown. */
export interface CreatedWebhook extends Webhook {
  secret?: string;
}

/** A report that was made or will be. Its file is at `/reports/{report_id}/file` once the status is `ready`. */
export interface Report {
  report_id: string;
  name: string;
  /** A weekly or monthly one is followed by the report of the next period. */
  schedule: 'weekly' | 'monthly' | 'once';
  format: 'pdf' | 'csv' | 'json';
  /** First and last day, both included. */
  period_start: string;
  period_end: string;
  status: 'scheduled' | 'running' | 'ready' | 'failed';
  created_at: string;
}

export interface ReportFile {
  /** How the server would name it on a disk. */
  name: string;
  /** `application/pdf`, `text/csv` or `application/json`, with its charset. */
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** What `?include=settings` adds to a report. */
export interface ReportSettings {
  /** Keywords chosen one by one, and by tag; both empty: all. */
  keyword_ids: string[];
  tags: string[];
  /** Who is sent the report by email. */
  recipients: string[];
  /** Why it failed. */
  failure: string | null;
  /** In which formats its file can be had; none before it is ready. */
  formats: Report['format'][];
  /**
   * `not_configured`: not sent, no mail server is configured. `failed`: given up for at least one recipient. Null: no
   * recipients, not made yet, or made more than 30 days ago.
   */
  email_status: 'not_configured' | 'queued' | 'sent' | 'failed' | null;
}

/** What a report is made from; the period is given with `once` and follows from the schedule otherwise. */
export interface NewReport {
  name: string;
  schedule: Report['schedule'];
  format: Report['format'];
  period_start?: string;
  period_end?: string;
  keyword_ids?: string[];
  tags?: string[];
  recipients?: string[];
}

/** A rule that tells when a score passes a threshold. */
export interface Alert {
  alert_id: string;
  name: string;
  /** Null: every keyword, or those with the tag in its settings. */
  keyword_id: string | null;
  /** Null: the overall score. */
  platform: string | null;
  condition: 'below' | 'above' | 'drops_by' | 'rises_by';
  /** A score, or for `drops_by` and `rises_by` points against the seven days before. */
  threshold: number;
  status: 'active' | 'paused';
  created_at: string;
}

/** What `?include=settings` adds to an alert. */
export interface AlertSettings {
  tag: string | null;
  /** Whether it stays silent about what chance may explain. */
  only_significant: boolean;
  /** An email for each firing, one a day, or none. */
  email: 'off' | 'each' | 'daily';
  /** Empty: the account's owner. */
  recipients: string[];
}

/** What `?include=settings` adds to an alert. */
export interface ShownAlertSettings extends AlertSettings {
  /** `not_configured`: emails are not sent, no mail server is configured. Null: `email` is `off`. */
  email_status: 'not_configured' | 'ready' | null;
}

/** An alert as it is sent to be stored; what is left out is null, `false`, `off` or `active`. */
export type NewAlert = Pick<Alert, 'name' | 'condition' | 'threshold'> &
  Partial<Pick<Alert, 'keyword_id' | 'platform' | 'status'> & AlertSettings>;

/** A moment at which a rule would have fired. */
export interface AlertFiring {
  date: string;
  keyword_id: string;
  keyword: string;
  /** The score then, and what it is compared with: the score before, or for changes that of the seven days before. */
  value: number;
  previous: number | null;
  trigger_reason: string;
  /** Whether chance may explain it: with `only_significant` it would not have fired then. */
  within_noise: boolean;
}

/** What a rule would have done, newest first. */
export interface AlertBacktest {
  firings: AlertFiring[];
  summary: {
    firings: number;
    within_noise: number;
    keywords_examined: number;
    /** More than were examined: the oldest keywords were taken. */
    keywords_matching: number;
    days: number;
    since: string;
    until: string;
  };
}

/** An event on its way to a webhook. */
export interface Delivery {
  delivery_id: string;
  /** The same on every attempt, retry and replay: deduplicate on it. */
  event_id: string;
  webhook_id: string;
  type: EventType;
  /** `held`: the webhook is disabled. `cancelled`: it was held for too long, or not wanted any more. */
  status: 'pending' | 'succeeded' | 'failed' | 'held' | 'cancelled';
  attempts: number;
  /** Of the newest attempt that got an answer. */
  response_status: number | null;
  created_at: string;
  next_attempt_at: string | null;
}

export interface DeliveryAttempt {
  /** 1 is the first delivery, 6 the last retry. */
  attempt: number;
  started_at: string;
  duration_ms: number | null;
  response_status: number | null;
  /** A code such as `timeout` or `tls_expired`; null when it succeeded. */
  error: string | null;
  /** The first 16 KiB of what the receiver answered: text from outside, to be escaped wherever it is shown. */
  response_body: string | null;
  /** With `include=timings`: where the time went. Null where an open connection was used again. */
  timings?: { dns_ms: number | null; connect_ms: number | null; tls_ms: number | null; first_byte_ms: number | null };
  /** With `include=timings`: the error in words. */
  error_text?: string | null;
}

export interface DeliveryDetail extends Delivery {
  /** The event as it is sent. */
  payload: WebhookEvent;
  attempt_log: DeliveryAttempt[];
}

/** What was queued by a replay. */
export interface ReplayResult {
  deliveries: number;
}

/** An event with what it rests on, which differs by type. */
export type EventWithEvidence = WebhookEvent & { evidence: Record<string, unknown> };

/** Every error body under `/api/v1`. */
export interface ApiErrorBody {
  detail: string;
}
