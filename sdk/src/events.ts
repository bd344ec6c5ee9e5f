export const EVENT_TYPES = [
  'visibility.changed',
  'mention.new',
  'citation.new',
  'alert.triggered',
  'competitor.changed',
  'report.ready',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export type Sentiment = 'positive' | 'neutral' | 'negative';

export interface VisibilityChanged {
  keyword_id: string;
  keyword: string;
  previous_score: number;
  new_score: number;
  /** Signed whole number: `+13`. */
  change: string;
  /** Signed percentage: `+20%`. */
  change_percent: string;
  platform: string;
}

export interface CompetitorChanged extends VisibilityChanged {
  competitor_id: string;
  competitor_name: string;
}

export interface MentionNew {
  keyword_id: string;
  keyword: string;
  platform: string;
  position: number;
  sentiment: Sentiment;
  context: string;
}

export interface CitationNew {
  citation_id: string;
  keyword_id: string;
  keyword: string;
  platform: string;
  url: string;
  domain: string;
  title: string | null;
  position: number | null;
  context: string | null;
}

export interface AlertTriggered {
  alert_id: string;
  alert_name: string;
  trigger_reason: string;
  keyword_id: string;
  keyword: string;
  current_score: number;
  threshold: number;
}

export interface ReportReady {
  report_id: string;
  report_name: string;
  period_start: string;
  period_end: string;
  format: 'pdf' | 'csv' | 'json';
  report_url: string;
}

export interface EventData {
  'visibility.changed': VisibilityChanged;
  'mention.new': MentionNew;
  'citation.new': CitationNew;
  'alert.triggered': AlertTriggered;
  'competitor.changed': CompetitorChanged;
  'report.ready': ReportReady;
}

interface Envelope<Type extends EventType> {
  id: string;
  type: Type;
  created_at: string;
  data: EventData[Type];
}

/** The body of a webhook. Narrowing on `type` narrows `data`. */
export type WebhookEvent = { [Type in EventType]: Envelope<Type> }[EventType];

/** The body of a webhook with a thin payload. Read the rest with `client.events.get(id)`. */
export type ThinEvent = Pick<WebhookEvent, 'id' | 'type' | 'created_at'>;
