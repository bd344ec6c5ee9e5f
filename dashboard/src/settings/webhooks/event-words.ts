import type { EventType } from '@visibility/sdk';

export const EVENT_WORDS: Record<EventType, string> = {
  'visibility.changed': 'A visibility score changed significantly.',
  'mention.new': 'An answer mentions your brand.',
  'citation.new': 'An answer cites one of your pages.',
  'alert.triggered': 'An alert fired.',
  'competitor.changed': 'A competitor’s visibility changed significantly.',
  'report.ready': 'A report is ready to download.',
};
