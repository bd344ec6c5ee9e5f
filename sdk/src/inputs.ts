import type { EventType } from './events.ts';
import type { Alert, AlertSettings, Keyword, NewAlert, NewReport, Report, Webhook } from './records.ts';

/** A keyword to track from now on. */
export interface NewKeyword {
  keyword: string;
  tags?: string[];
  country?: string | null;
  language?: string | null;
  /** The questions to ask; left out, a panel of five is made. */
  prompts?: string[];
}

export interface KeywordChange {
  status?: Keyword['status'];
  tags?: string[];
  prompts?: string[];
}

export type AlertChange = Partial<Omit<Alert, 'alert_id' | 'created_at'> & AlertSettings>;

/** A rule to try on the past; `days` back, 90 at most and by default. */
export type AlertToBacktest = Omit<NewAlert, 'name'> & { name?: string; days?: number };

export type ReportChange = Partial<
  Pick<Report, 'name' | 'format'> & Required<Pick<NewReport, 'keyword_ids' | 'tags' | 'recipients'>>
>;

/** Your own key for a platform; null removes it. */
export interface PlatformChange {
  api_key: string | null;
}

export interface NewWebhook {
  /** `https`, and a public address. */
  url: string;
  events: EventType[];
  /** Without it the server makes one and shows it once. */
  secret?: string;
  description?: string | null;
}

export interface WebhookChange {
  url?: string;
  events?: EventType[];
  description?: string | null;
  status?: Webhook['status'];
  /** When enabling: whether what was held meanwhile is sent (the default) or cancelled. */
  deliver_held?: boolean;
}

export interface SecretRotation {
  /** Without it the server makes one and shows it once. */
  secret?: string;
  /** How long `X-Service-Signature` keeps the old secret; a day unless said otherwise. */
  grace_seconds?: number;
}

/** Which events to send again: those created from `since` on, and before `until`. */
export interface Replay {
  since: string;
  until?: string;
  types?: EventType[];
}
