import { type Delivery, EVENT_TYPES, type Webhook } from '@visibility/sdk';
import type { LogEntry, WebhookActivity } from '../../api/webhooks.ts';
import { formatNumber } from '../../base/format.ts';
import classes from '../settings.module.css';
import { StatusBadge } from '../status-badge.tsx';
import { DELIVERY_STATUSES } from './log-view.ts';

const REASONS: Record<NonNullable<Webhook['disabled_reason']>, string> = {
  delivery_failures: 'after 6 failed attempts',
  gone: 'because the endpoint returned 410 Gone',
  user: 'manually',
};

const COLORS = { pending: 'blue', succeeded: 'green', failed: 'red', held: 'yellow', cancelled: 'gray' };

export function WebhookStatus({ webhook }: { webhook: Pick<Webhook, 'status'> }) {
  const isEnabled = webhook.status === 'enabled';
  return <StatusBadge color={isEnabled ? 'green' : 'red'} words={isEnabled ? 'Enabled' : 'Disabled'} />;
}

/** The event types of a webhook. If all are selected, their names are shown on hover. */
export function Events({ events }: Pick<Webhook, 'events'>) {
  if (events.length === EVENT_TYPES.length)
    return <span title={events.join('\n')}>All {EVENT_TYPES.length} types</span>;
  return (
    <ul className={classes.words}>
      {events.map((event) => (
        <li key={event}>{event}</li>
      ))}
    </ul>
  );
}

export function whyDisabled({ disabled_reason: reason }: Webhook): string {
  return reason ? `Disabled ${REASONS[reason]}` : 'Disabled';
}

export function DeliveryStatus({ status }: Pick<Delivery, 'status'>) {
  return <StatusBadge color={COLORS[status]} words={DELIVERY_STATUSES[status]} />;
}

/** Labels of deliveries that were not triggered by an event. */
export const TRIGGERS: Record<LogEntry['trigger'], string | undefined> = {
  event: undefined,
  test: 'Test',
  retry: 'Retry',
  replay: 'Replay',
};

/** The success rate with the number of deliveries: `97% of 31`. */
export function SuccessRate({ activity }: { activity: WebhookActivity | undefined }) {
  if (!activity) return <>…</>;
  const { tried_last_day: tried, succeeded_last_day: succeeded } = activity;
  if (tried === 0) return <>No deliveries</>;
  // Never rounded up to 100%, so that a single failure is visible.
  const percent = succeeded === tried ? 100 : Math.min(99, Math.round((succeeded / tried) * 100));
  return (
    <span title={`${formatNumber(succeeded)} of ${formatNumber(tried)} deliveries succeeded`}>
      {percent}% of {formatNumber(tried)}
    </span>
  );
}
