import type { WebhookEvent } from '../events.ts';
import { iteratePages } from '../pages.ts';
import { path } from '../path.ts';
import type { EventQuery } from '../queries.ts';
import type { EventWithEvidence, List } from '../records.ts';
import type { RequestOptions } from '../settings.ts';
import type { Transport } from '../transport.ts';

export function eventCalls({ json }: Transport) {
  const list = (query?: EventQuery, options?: RequestOptions) =>
    json<List<WebhookEvent>>({ method: 'GET', path: '/events', query }, options);
  return {
    /** One page of events, newest first. The same events that webhooks receive. */
    list,
    iterate: (query?: EventQuery, options?: RequestOptions) =>
      iteratePages(
        (page: EventQuery) => list(page, options),
        query,
        ({ id }) => id,
      ),
    /** One event with its evidence. */
    get: (eventId: string, options?: RequestOptions) =>
      json<EventWithEvidence>({ method: 'GET', path: path`/events/${eventId}` }, options),
  };
}
