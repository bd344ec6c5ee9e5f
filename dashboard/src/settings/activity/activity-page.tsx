import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ItemOf } from '@visibility/server/contract';
import type { Column } from '../../base/data-table.tsx';
import { ChoiceFilter, Filters } from '../../base/filters.tsx';
import { formatSeconds } from '../../base/format.ts';
import { Page } from '../../base/page.tsx';
import { PagedTable } from '../../base/paged-table.tsx';
import { EmptyState } from '../../base/states.tsx';
import { useRead } from '../../base/use-read.ts';
import { useView } from '../../base/view.ts';
import { type ActivityView, TYPES } from './activity-view.ts';

type Activity = ItemOf<'GET /:mode/activity'>;

const PER_PAGE = 50;

export function ActivityPage() {
  const { page, type } = useView<ActivityView>().view;
  const query = { page, per_page: PER_PAGE, ...(type && { type }) };
  return (
    <Page title="Activity" lead="Finished collections, rejected platform keys, and failing or disabled webhooks.">
      <Filters>
        <ChoiceFilter label="Type" field="type" all="All types" choices={TYPES} />
      </Filters>
      <PagedTable
        result={useRead('GET /:mode/activity', { query, staleTime: 0 })}
        perPage={PER_PAGE}
        label="Activity"
        columns={COLUMNS}
        rowKey={({ activity_id }) => activity_id}
        empty={<Nothing isFiltered={type !== undefined} />}
      />
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
