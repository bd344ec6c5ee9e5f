import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useMode } from '../../base/mode.ts';
import { useNewCommand } from '../../base/new-command.ts';
import { Page } from '../../base/page.tsx';
import { MemberOnly } from '../../base/role.tsx';
import { EmptyState, Waiting } from '../../base/states.tsx';
import { useRead } from '../../base/use-read.ts';
import { CreateWebhook } from './create-webhook.tsx';
import { WebhookTable } from './webhook-table.tsx';

export function WebhooksPage() {
  const mode = useMode();
  const result = useRead('GET /:mode/webhooks?include=settings', { query: { per_page: 100 } });
  const { data: list } = result;
  const [isCreating, setCreating] = useState(false);
  useNewCommand(() => setCreating(true));
  const create = (
    <MemberOnly>
      <Button onClick={() => setCreating(true)}>Create webhook</Button>
    </MemberOnly>
  );
  const webhooks = list?.data ?? [];
  return (
    <Page
      title="Webhooks"
      lead={`Receive signed POST requests when events happen in the ${mode} workspace.`}
      actions={webhooks.length > 0 && create}
    >
      <Waiting result={result} height={200} />
      {list && webhooks.length === 0 && (
        <EmptyState title={`No webhooks in the ${mode} workspace yet`}>
          <Text c="dimmed">Add an HTTPS URL that accepts POST requests, choose events and send a test.</Text>
          {create}
        </EmptyState>
      )}
      {webhooks.length > 0 && <WebhookTable webhooks={webhooks} />}
      {isCreating && <CreateWebhook onClose={() => setCreating(false)} />}
    </Page>
  );
}
