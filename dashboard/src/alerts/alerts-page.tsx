import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { AlertRule } from '../api/alerts.ts';
import { useNewCommand } from '../base/new-command.ts';
import { Page } from '../base/page.tsx';
import { MemberOnly } from '../base/role.tsx';
import { EmptyState, Waiting } from '../base/states.tsx';
import { useRead } from '../base/use-read.ts';
import { FiringList } from './firing-list.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { PRESETS } from './rule-form.ts';
import { RuleList } from './rule-list.tsx';

/** A workspace has at most this many rules, so that one page holds them all. */
const MOST_RULES = 100;

export function AlertsPage() {
  const result = useRead('GET /:mode/alerts?include=settings', { query: { per_page: MOST_RULES } });
  const { data } = result;
  const [edited, setEdited] = useState<AlertRule | 'new' | (typeof PRESETS)[number]>();
  useNewCommand(() => setEdited('new'));
  const rules = data?.data ?? [];
  return (
    <Page
      title="Alerts"
      lead="Get notified by webhook or email when a score drops or a competitor overtakes you."
      actions={
        <MemberOnly>
          <Button onClick={() => setEdited('new')}>Create alert</Button>
        </MemberOnly>
      }
    >
      <Waiting result={result} height={220} />
      {data && rules.length === 0 && (
        <EmptyState title="No alerts yet">
          <Text c="dimmed">
            Start with one of these. Before you save it, you see how often it would have fired in the last 90 days.
          </Text>
          <MemberOnly>
            <Group gap={8}>
              {PRESETS.map((preset) => (
                <Button key={preset.name} variant="default" onClick={() => setEdited(preset)}>
                  {preset.name}
                </Button>
              ))}
              <Button onClick={() => setEdited('new')}>Create your first alert</Button>
            </Group>
          </MemberOnly>
        </EmptyState>
      )}
      {rules.length > 0 && <RuleList rules={rules} onEdit={setEdited} />}
      {data && <FiringList rules={rules} />}
      {edited && (
        <RuleDialog
          rule={edited !== 'new' && 'alert_id' in edited ? edited : undefined}
          preset={edited !== 'new' && !('alert_id' in edited) ? edited : undefined}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  );
}
