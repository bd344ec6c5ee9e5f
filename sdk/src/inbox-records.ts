import type { EventType } from './events.ts';

/** The URL of the built-in inbox, for webhooks of the test workspace. Nothing is sent over the network. */
export const INBOX_URL = 'https://inbox.invalid/';

/** A request that the built-in inbox received. */
export interface ReceivedRequest {
  /** Counts up within a webhook. */
  sequence: number;
  delivery_id: string;
  event_id: string;
  type: EventType;
  attempt: number;
  received_at: string;
  /** As sent. The values of your own headers are hidden. */
  headers: Record<string, string>;
  /** The raw body, whose signature is in the headers. */
  body: string;
}
