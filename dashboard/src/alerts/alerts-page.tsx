import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AlertRule, alertsQuery } from '../api/alerts.ts';
import { useMode } from '../base/mode.ts';
import { useNewCommand } from '../base/new-command.ts';
import { Page } from '../base/page.tsx';
import { MemberOnly } from '../base/role.tsx';
import { EmptyState, ErrorState } from '../base/states.tsx';
import { FiringList } from './firing-list.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { RuleList } from './rule-list.tsx';

export function AlertsPage() {
  const { data, error, refetch } = useQuery(alertsQuery(useMode()));
  const [edited, setEdited] = useState<AlertRule | 'new'>();
  useNewCommand(() => setEdited('new'));
  const rules = data?.data ?? [];
  return (
    <Page
      title="Alerts"
      lead="Get notified by webhook or email when a score crosses a threshold."
      actions={
        <MemberOnly>
          <Button onClick={() => setEdited('new')}>Create alert</Button>
        </MemberOnly>
      }
    >
      {error && <ErrorState error={error} retry={refetch} />}
      {!data && !error && <Skeleton height={220} radius={12} role="status" aria-label="Loading" />}
      {data && rules.length === 0 && (
        <EmptyState title="No alerts yet">
          <Text c="dimmed">
            Create an alert. Before you save it, you see how often it would have fired in the last 90 days.
          </Text>
          <MemberOnly>
            <Button onClick={() => setEdited('new')}>Create your first alert</Button>
          </MemberOnly>
        </EmptyState>
      )}
      {rules.length > 0 && <RuleList rules={rules} onEdit={setEdited} />}
      {data && <FiringList rules={rules} />}
      {edited && <RuleDialog rule={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}
