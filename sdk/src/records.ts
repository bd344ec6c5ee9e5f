import type { EventType, WebhookEvent } from './events.ts';

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

export interface HistoryPoint {
  date: string;
  visibility_score: number;
  mentions: number;
  citations: number;
  sample_size: number;
  platforms: Record<string, number>;
}

export interface VisibilityDetail extends VisibilityRecord, Evidence {
  history: HistoryPoint[];
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
  keyword_id?: string;
  keyword?: string;
  /** Surfaces are never blended: a consumer surface has a platform of its own, such as `chatgpt_web`. */
  platform: string;
  prompt: string;
  text: string;
  /** A source is cited unless it says `cited: false`. Without sources, nothing is cited. */
  sources?: { url: string; title?: string | null; cited?: boolean }[];
  model?: string;
  surface?: 'api' | 'scraped' | 'import';
  asked_at?: string;
  /** The same id is stored once, however often it is sent. */
  external_id?: string;
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

/** Every error body under `/api/v1`. */
export interface ApiErrorBody {
  detail: string;
}
