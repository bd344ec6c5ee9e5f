import { Badge, NativeSelect, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EVENT_TYPES, type Webhook } from '@visibility/sdk';
import { type LogEntry, WATCH_MS } from '../../api/webhooks.ts';
import { type Column, DataTable } from '../../base/data-table.tsx';
import { Filters, SearchFilter } from '../../base/filters.tsx';
import { formatSeconds, formatTime } from '../../base/format.ts';
import { Paging } from '../../base/paging.tsx';
import { EmptyState, ErrorState } from '../../base/states.tsx';
import { useRead } from '../../base/use-read.ts';
import { readOneOf, useView } from '../../base/view.ts';
import classes from '../settings.module.css';
import { readEventType } from './event-words.ts';
import { DELIVERY_STATUSES, type LogView } from './log-view.ts';
import { DeliveryStatus, TRIGGERS } from './status-words.tsx';

const PER_PAGE = 25;

export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const { view, change } = useView<LogView>();
  const { status, type, page = 1 } = view;
  const {
    data: log,
    error,
    refetch,
  } = useRead('GET /:mode/webhooks/:webhook_id/log', {
    params: { webhook_id: webhook.webhook_id },
    query: { status, type, event_id: view.q?.trim(), page, per_page: PER_PAGE },
    refetchInterval: ({ state: { data } }) => (data?.data.some((one) => one.status === 'pending') ? WATCH_MS : false),
    staleTime: 0,
  });
  const isFiltered = Boolean(status || type || view.q);
  return (
    <>
      <LogFilters view={view} change={change} />
      {error && <ErrorState error={error} retry={refetch} />}
      {!log && !error && <Skeleton height={240} radius={12} aria-label="Loading" role="status" />}
      {log && !error && log.data.length === 0 && <Nothing isFiltered={isFiltered} />}
      {log && !error && log.data.length > 0 && (
        <>
          <DataTable label="Deliveries" rows={log.data} columns={COLUMNS} rowKey={({ delivery_id }) => delivery_id} />
          <Paging total={log.meta.total} perPage={PER_PAGE} page={page} onPage={(next) => change({ page: next })} />
        </>
      )}
    </>
  );
}

function LogFilters({ view, change }: Pick<ReturnType<typeof useView<LogView>>, 'view' | 'change'>) {
  return (
    <Filters>
      <NativeSelect
        aria-label="Status"
        value={view.status ?? ''}
        onChange={(event) => change({ status: readOneOf(event.currentTarget.value, DELIVERY_STATUSES) })}
        data={[
          { label: 'Any status', value: '' },
          ...DELIVERY_STATUSES.map((status) => ({ label: capitalize(status), value: status })),
        ]}
      />
      <NativeSelect
        aria-label="Event type"
        value={view.type ?? ''}
        onChange={(event) => change({ type: readEventType(event.currentTarget.value) })}
        data={[{ label: 'Any event type', value: '' }, ...EVENT_TYPES]}
      />
      <SearchFilter label="Event ID" value={view.q} onChange={(q) => change({ q })} />
    </Filters>
  );
}

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

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
