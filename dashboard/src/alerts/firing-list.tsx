import { Badge, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AlertFired, AlertRule } from '../api/alerts.ts';
import type { Column } from '../base/data-table.tsx';
import { ChoiceFilter } from '../base/filters.tsx';
import { formatTime } from '../base/format.ts';
import { KeywordLink } from '../base/keyword-link.tsx';
import { PagedTable } from '../base/paged-table.tsx';
import { useRead } from '../base/use-read.ts';
import { useView } from '../base/view.ts';
import { visibleText } from '../base/visible-text.ts';
import classes from './alerts.module.css';
import type { AlertsView } from './alerts-view.ts';

const PER_PAGE = 20;

/** When alerts fired and why, newest first. */
export function FiringList({ rules }: { rules: AlertRule[] }) {
  const { rule, page } = useView<AlertsView>().view;
  const result = useRead('GET /:mode/alert-firings', { query: { page, per_page: PER_PAGE, alert_id: rule } });
  if (result.data?.data.length === 0 && rules.length === 0 && rule === undefined) return null;
  const deleted =
    rule !== undefined && !rules.some(({ alert_id }) => alert_id === rule) ? [[rule, 'Deleted alert']] : [];
  const names = Object.fromEntries([...rules.map(({ alert_id, name }) => [alert_id, name]), ...deleted]);
  return (
    <section className={classes.firings}>
      <div className={classes.head}>
        <Title order={2} size="h3">
          History
        </Title>
        {Object.keys(names).length > 0 && <ChoiceFilter label="Alert" field="rule" all="All alerts" choices={names} />}
      </div>
      <PagedTable
        result={result}
        perPage={PER_PAGE}
        label="Alert history"
        columns={COLUMNS}
        rowKey={({ event_id }) => event_id}
        empty={<Text c="dimmed">No alerts fired yet. An alert fires when a score crosses its threshold.</Text>}
      />
    </section>
  );
}

const COLUMNS: Column<AlertFired>[] = [
  { title: 'Time', show: ({ fired_at }) => <time dateTime={fired_at}>{formatTime(fired_at)}</time> },
  { title: 'Alert', isHeading: true, show: ({ alert_name }) => <bdi>{alert_name}</bdi> },
  { title: 'Keyword', show: (one) => <KeywordLink {...one} /> },
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
