import type { EventType } from './events.ts';
import type {
  Alert,
  AlertSettings,
  Keyword,
  NewAlert,
  NewReport,
  Report,
  Webhook,
  WebhookSettings,
} from './records.ts';

/** A keyword to track. */
export interface NewKeyword {
  keyword: string;
  tags?: string[];
  country?: string | null;
  language?: string | null;
  /** The prompts to ask. If omitted, the server creates a panel of five. */
  prompts?: string[];
}

export interface KeywordChange {
  status?: Keyword['status'];
  tags?: string[];
  prompts?: string[];
}

export type AlertChange = Partial<Omit<Alert, 'alert_id' | 'created_at'> & AlertSettings>;

/** A rule to backtest. `days`: how far back, at most 90 (the default). */
export type AlertToBacktest = Omit<NewAlert, 'name'> & { name?: string; days?: number };

export type ReportChange = Partial<
  Pick<Report, 'name' | 'format'> &
    Required<
      Pick<
        NewReport,
        'keyword_ids' | 'tags' | 'recipients' | 'send_day' | 'send_time' | 'time_zone' | 'accent_color' | 'logo'
      >
    >
>;

export interface SignificanceChange {
  min_points?: number;
  level?: number;
}

/** Null: forever. */
export interface RetentionChange {
  raw_days?: number | null;
  text_days?: number | null;
  findings_days?: number | null;
}

/** A UTC day to mark in charts. */
export interface NewAnnotation {
  date: string;
  text: string;
}

/** A view of the dashboard to save. One of the same name is replaced. */
export interface NewSavedView {
  name: string;
  page: string;
  filters?: string;
}

/** Your own API key for a platform; null removes it. */
export interface PlatformChange {
  api_key: string | null;
}

export interface NewWebhook {
  /** Must use `https` and a public address. */
  url: string;
  events: EventType[];
  /** If omitted, the server generates one and returns it once. */
  secret?: string;
  description?: string | null;
  format?: WebhookSettings['format'];
  payload?: WebhookSettings['payload'];
  /** Extra request headers, at most 10. Values are stored encrypted and never returned. */
  headers?: Record<string, string>;
}

export interface WebhookChange {
  url?: string;
  events?: EventType[];
  description?: string | null;
  format?: WebhookSettings['format'];
  payload?: WebhookSettings['payload'];
  /** Sets these headers and keeps the others; null removes one, or all. A new host in `url` needs all of them. */
  headers?: Record<string, string | null> | null;
  status?: Webhook['status'];
  /** When enabling: whether held deliveries are sent (the default) or cancelled. */
  deliver_held?: boolean;
}

export interface SecretRotation {
  /** If omitted, the server generates one and returns it once. */
  secret?: string;
  /** How long `X-Service-Signature` is still signed with the old secret. Default: one day. */
  grace_seconds?: number;
}

/** The events to send again: created at or after `since` and before `until`. */
export interface Replay {
  since: string;
  until?: string;
  types?: EventType[];
}
