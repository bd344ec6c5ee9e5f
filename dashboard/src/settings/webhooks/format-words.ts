import type { ShownWebhook } from '../../api/webhooks.ts';

/** Format and payload as one choice: only JSON can be thin. */
export type Sends = ShownWebhook['format'] | 'thin';

export const SENDS: Record<Sends, string> = {
  json: 'JSON event',
  thin: 'JSON with ID and type only',
  slack: 'Slack message',
  teams: 'Microsoft Teams message',
  discord: 'Discord message',
};

/** Where the URL comes from, and what to know about the choice. */
export const SENDS_HELP: Record<Sends, string> = {
  json: 'Signed events for your own code.',
  thin: 'Your code reads the rest from the API.',
  slack: 'Use the URL of an incoming webhook of a Slack app.',
  teams: 'Use the URL of a workflow that posts webhook requests to a channel.',
  discord: 'Use the URL of a webhook from the integrations of a channel.',
};

export function sendsOf({ format, payload }: Pick<ShownWebhook, 'format' | 'payload'>): Sends {
  return payload === 'thin' ? 'thin' : format;
}

export function toFormat(sends: Sends): Pick<ShownWebhook, 'format' | 'payload'> {
  return sends === 'thin' ? { format: 'json', payload: 'thin' } : { format: sends, payload: 'full' };
}
