import { EVENT_TYPES } from '@visibility/sdk';
import { oneOf, viewOf } from '../../base/view.ts';

export const DELIVERY_STATUSES = {
  pending: 'Pending',
  succeeded: 'Succeeded',
  failed: 'Failed',
  held: 'Held',
  cancelled: 'Cancelled',
};

/** The filters of the delivery log. `q` is an event id. */
export const parseLogView = viewOf({
  status: oneOf(Object.keys(DELIVERY_STATUSES) as (keyof typeof DELIVERY_STATUSES)[]),
  type: oneOf(EVENT_TYPES),
});

export type LogView = ReturnType<typeof parseLogView>;
