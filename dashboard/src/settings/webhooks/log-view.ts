import type { Delivery, EventType } from '@visibility/sdk';
import { readOneOf, readText, readWhole, type View } from '../../base/view.ts';
import { readEventType } from './event-words.ts';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'held', 'cancelled'] as const;

/** The filters of the delivery log. `q` is an event id. */
export interface LogView extends View {
  status?: Delivery['status'] | undefined;
  type?: EventType | undefined;
}

export function parseLogView(search: Record<string, unknown>): LogView {
  return {
    status: readOneOf(search.status, DELIVERY_STATUSES),
    type: readEventType(search.type),
    q: readText(search.q),
    page: readWhole(search.page, 2, 1_000_000),
  };
}
