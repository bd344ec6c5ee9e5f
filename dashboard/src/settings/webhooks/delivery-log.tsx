import { Badge, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EVENT_TYPES, type Webhook } from '@visibility/sdk';
import { type LogEntry, WATCH_MS } from '../../api/webhooks.ts';
import type { Column } from '../../base/data-table.tsx';
import { ChoiceFilter, Filters, SearchFilter } from '../../base/filters.tsx';
import { formatSeconds, formatTime } from '../../base/format.ts';
import { PagedTable } from '../../base/paged-table.tsx';
import { EmptyState } from '../../base/states.tsx';
import { useRead } from '../../base/use-read.ts';
import { useView } from '../../base/view.ts';
import classes from '../settings.module.css';
import { DELIVERY_STATUSES, type LogView } from './log-view.ts';
import { DeliveryStatus, TRIGGERS } from './status-words.tsx';

const PER_PAGE = 25;

export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const { status, type, page, q } = useView<LogView>().view;
  const result = useRead('GET /:mode/webhooks/:webhook_id/log', {
    params: { webhook_id: webhook.webhook_id },
    query: { status, type, event_id: q?.trim(), page, per_page: PER_PAGE },
    refetchInterval: ({ state: { data } }) => (data?.data.some((one) => one.status === 'pending') ? WATCH_MS : false),
    staleTime: 0,
  });
  return (
    <>
      <Filters>
        <ChoiceFilter label="Status" field="status" all="Any status" choices={DELIVERY_STATUSES} />
        <ChoiceFilter label="Event type" field="type" all="Any event type" choices={TYPES} />
        <SearchFilter label="Event ID" />
      </Filters>
      <PagedTable
        result={result}
        perPage={PER_PAGE}
        label="Deliveries"
        columns={COLUMNS}
        rowKey={({ delivery_id }) => delivery_id}
        empty={<Nothing isFiltered={Boolean(status || type || q)} />}
      />
    </>
  );
}

const TYPES = Object.fromEntries(EVENT_TYPES.map((type) => [type, type]));

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState title={isFiltered ? 'No matching deliveries' : 'No deliveries yet'}>
      <Text c="dimmed">
        {isFiltered
          ? 'Change the status, event type or event ID. Old deliveries are deleted.'
          : 'Click Send Test to see a sample delivery. Events appear here as they happen.'}
      </Text>
    </EmptyState>
  );
}

const COLUMNS: Column<LogEntry>[] = [
  { title: 'Time', show: (entry) => <Time entry={entry} />, isHeading: true },
  { title: 'Event type', show: (entry) => <Type entry={entry} /> },
  { title: 'Status code', show: ({ response_status }) => response_status ?? '–', isNumber: true },
  { title: 'Attempts', show: ({ attempts }) => attempts, isNumber: true },
  {
    title: 'Next attempt',
    show: ({ next_attempt_at: next }) =>
      next ? (
        <time dateTime={next} title={next}>
          {formatTime(next)}
        </time>
      ) : (
        '–'
      ),
  },
  { title: 'Status', show: ({ status }) => <DeliveryStatus status={status} /> },
];

function Time({ entry }: { entry: LogEntry }) {
  return (
    <Link
      to="/settings/webhooks/$webhookId/deliveries/$deliveryId"
      params={{ webhookId: entry.webhook_id, deliveryId: entry.delivery_id }}
    >
      <time dateTime={entry.created_at} title={entry.created_at}>
        {formatSeconds(entry.created_at)}
      </time>
    </Link>
  );
}

function Type({ entry: { type, trigger, event_id: eventId } }: { entry: LogEntry }) {
  const words = TRIGGERS[trigger];
  return (
    <div>
      <span className={classes.typed}>
        {type}
        {words && (
          <Badge variant="default" size="sm" radius="sm" tt="none" miw="max-content">
            {words}
          </Badge>
        )}
      </span>
      <code className={classes.sub}>{eventId}</code>
    </div>
  );
}
