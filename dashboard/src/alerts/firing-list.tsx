import { Badge, NativeSelect, Skeleton, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AlertFired, AlertRule } from '../api/alerts.ts';
import { type Column, DataTable } from '../base/data-table.tsx';
import { formatTime } from '../base/format.ts';
import { Paging } from '../base/paging.tsx';
import { ErrorState } from '../base/states.tsx';
import { useRead } from '../base/use-read.ts';
import { useView } from '../base/view.ts';
import { visibleText } from '../base/visible-text.ts';
import classes from './alerts.module.css';
import type { AlertsView } from './alerts-view.ts';

const PER_PAGE = 20;

/** When alerts fired and why, newest first. */
export function FiringList({ rules }: { rules: AlertRule[] }) {
  const { view, change } = useView<AlertsView>();
  const filter = { page: view.page ?? 1, per_page: PER_PAGE, alert_id: view.rule };
  const { data, error, refetch } = useRead('GET /:mode/alert-firings', { query: filter });
  const names = rules.map(({ alert_id, name }) => ({ label: name, value: alert_id }));
  if (data?.data.length === 0 && rules.length === 0 && view.rule === undefined) return null;
  const isKnown = view.rule === undefined || names.some(({ value }) => value === view.rule);
  return (
    <section className={classes.firings}>
      <div className={classes.head}>
        <Title order={2} size="h3">
          History
        </Title>
        {(names.length > 0 || view.rule) && (
          <NativeSelect
            aria-label="Alert"
            value={view.rule ?? ''}
            onChange={({ currentTarget }) => change({ rule: currentTarget.value || undefined })}
            data={[
              { label: 'All alerts', value: '' },
              ...names,
              ...(isKnown ? [] : [{ label: 'Deleted alert', value: view.rule ?? '' }]),
            ]}
          />
        )}
      </div>
      {error && <ErrorState error={error} retry={refetch} />}
      {!data && !error && <Skeleton height={160} radius={12} role="status" aria-label="Loading" />}
      {data?.data.length === 0 && (
        <Text c="dimmed">No alerts fired yet. An alert fires when a score crosses its threshold.</Text>
      )}
      {data && data.data.length > 0 && (
        <DataTable label="Alert history" rows={data.data} columns={COLUMNS} rowKey={({ event_id }) => event_id} />
      )}
      {data && (
        <Paging total={data.meta.total} perPage={PER_PAGE} page={view.page ?? 1} onPage={(page) => change({ page })} />
      )}
    </section>
  );
}

const COLUMNS: Column<AlertFired>[] = [
  { title: 'Time', show: ({ fired_at }) => <time dateTime={fired_at}>{formatTime(fired_at)}</time> },
  { title: 'Alert', isHeading: true, show: ({ alert_name }) => <bdi>{alert_name}</bdi> },
  {
    title: 'Keyword',
    show: ({ keyword_id, keyword }) => (
      <Link to="/keywords/$keywordId" params={{ keywordId: keyword_id }}>
        <bdi>{keyword}</bdi>
      </Link>
    ),
  },
  { title: 'Score', isNumber: true, show: ({ current_score }) => current_score },
  {
    title: 'Reason',
    show: ({ event_id, keyword_id, trigger_reason, within_noise }) => (
      <>
        <Link to="/keywords/$keywordId" params={{ keywordId: keyword_id }} search={{ event: event_id }}>
          <bdi>{visibleText(trigger_reason)}</bdi>
        </Link>{' '}
        {within_noise && (
          <Badge variant="default" size="sm" title="Not statistically significant">
            Within noise
          </Badge>
        )}
      </>
    ),
  },
];
