import { NativeSelect, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ItemOf } from '@visibility/server/contract';
import { type Column, DataTable } from '../../base/data-table.tsx';
import { Filters } from '../../base/filters.tsx';
import { formatSeconds } from '../../base/format.ts';
import { Page } from '../../base/page.tsx';
import { Paging } from '../../base/paging.tsx';
import { EmptyState, ErrorState } from '../../base/states.tsx';
import { useRead } from '../../base/use-read.ts';
import { useView } from '../../base/view.ts';
import { type ActivityView, readActivityType, TYPES } from './activity-view.ts';

type Activity = ItemOf<'GET /:mode/activity'>;

const PER_PAGE = 50;

export function ActivityPage() {
  const { view, change } = useView<ActivityView>();
  const { page = 1, type } = view;
  const query = { page, per_page: PER_PAGE, ...(type && { type }) };
  const { data: entries, error, refetch } = useRead('GET /:mode/activity', { query, staleTime: 0 });
  return (
    <Page title="Activity" lead="Finished collections, rejected platform keys, and failing or disabled webhooks.">
      <Filters>
        <NativeSelect
          aria-label="Type"
          value={type ?? ''}
          onChange={(event) => change({ type: readActivityType(event.currentTarget.value) })}
          data={[
            { label: 'All types', value: '' },
            ...Object.entries(TYPES).map(([value, label]) => ({ label, value })),
          ]}
        />
      </Filters>
      {error && <ErrorState error={error} retry={refetch} />}
      {!entries && !error && <Skeleton height={320} radius={12} aria-label="Loading" role="status" />}
      {entries && !error && entries.data.length === 0 && <Nothing isFiltered={type !== undefined} />}
      {entries && !error && entries.data.length > 0 && (
        <>
          <DataTable label="Activity" rows={entries.data} columns={COLUMNS} rowKey={({ activity_id }) => activity_id} />
          <Paging total={entries.meta.total} perPage={PER_PAGE} page={page} onPage={(next) => change({ page: next })} />
        </>
      )}
    </Page>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState title={isFiltered ? 'No matching entries' : 'No entries yet'}>
      <Text c="dimmed">
        {isFiltered ? 'Choose “All types”.' : 'An entry appears here when all prompts of a day have been asked.'}
      </Text>
    </EmptyState>
  );
}

const COLUMNS: Column<Activity>[] = [
  {
    title: 'Time',
    show: ({ created_at: time }) => <time dateTime={time}>{formatSeconds(time)}</time>,
    isHeading: true,
  },
  { title: 'Type', show: ({ type }) => TYPES[type] },
  { title: 'Entry', show: ({ message }) => <bdi>{message}</bdi> },
  { title: 'Next step', show: (entry) => <NextStep entry={entry} /> },
];

function NextStep({ entry: { type, data } }: { entry: Activity }) {
  if (type === 'platform.key_refused') return <Link to="/settings/platforms">Replace the key</Link>;
  if (typeof data.webhook_id !== 'string') return '–';
  return (
    <Link to="/settings/webhooks/$webhookId" params={{ webhookId: data.webhook_id }}>
      Open the delivery log
    </Link>
  );
}
