import type {
  AlertTriggered,
  CitationNew,
  CompetitorChanged,
  MentionNew,
  ReportReady,
  VisibilityChanged,
} from './generated/records.ts';

export const EVENT_TYPES = [
  'visibility.changed',
  'mention.new',
  'citation.new',
  'alert.triggered',
  'competitor.changed',
  'report.ready',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

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

/** An event with its evidence, which depends on the type. For changes of scores, `why` is `ChangeReasons` or null. */
export type EventWithEvidence = WebhookEvent & { evidence: Record<string, unknown> };
