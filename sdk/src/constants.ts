/** What can happen to the service itself. */
export const ACTIVITY_TYPES = [
  'collection.finished',
  'platform.key_refused',
  'webhook.failing',
  'webhook.disabled',
] as const;

export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** The URL of the built-in inbox, for webhooks of the test workspace. Nothing is sent over the network. */
export const INBOX_URL = 'https://inbox.invalid/';
