import { type Delivery, EVENT_TYPES, type Webhook } from '@visibility/sdk';
import type { LogEntry, WebhookActivity } from '../../api/webhooks.ts';
import { formatNumber } from '../../base/format.ts';
import classes from '../settings.module.css';
import { StatusBadge } from '../status-badge.tsx';

const REASONS: Record<NonNullable<Webhook['disabled_reason']>, string> = {
  delivery_failures: 'after six failed attempts',
  gone: 'because the receiver answered 410 Gone',
  user: 'by hand',
};

const DELIVERIES: Record<Delivery['status'], [color: string, words: string]> = {
  pending: ['blue', 'Pending'],
  succeeded: ['green', 'Succeeded'],
  failed: ['red', 'Failed'],
  held: ['yellow', 'Held'],
  cancelled: ['gray', 'Cancelled'],
};

export function WebhookStatus({ webhook }: { webhook: Pick<Webhook, 'status'> }) {
  const isEnabled = webhook.status === 'enabled';
  return <StatusBadge color={isEnabled ? 'green' : 'red'} words={isEnabled ? 'Enabled' : 'Disabled'} />;
}

/** Which events it is told; all of them in one word, with their names on hover. */
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
  const [color, words] = DELIVERIES[status];
  return <StatusBadge color={color} words={words} />;
}

/** What was not sent because of an event itself. */
export const TRIGGERS: Record<LogEntry['trigger'], string | undefined> = {
  event: undefined,
  test: 'Test',
  retry: 'Sent again',
  replay: 'Replay',
};

/** `97% of 31`: a rate means nothing without how many there were. */
export function SuccessRate({ activity }: { activity: WebhookActivity | undefined }) {
  if (!activity) return <>…</>;
  const { tried_last_day: tried, succeeded_last_day: succeeded } = activity;
  if (tried === 0) return <>Nothing sent</>;
  // Never rounded up to all: one that failed is to be seen.
  const percent = succeeded === tried ? 100 : Math.min(99, Math.round((succeeded / tried) * 100));
  return (
    <span title={`${formatNumber(succeeded)} of ${formatNumber(tried)} tried deliveries arrived`}>
      {percent}% of {formatNumber(tried)}
    </span>
  );
}
