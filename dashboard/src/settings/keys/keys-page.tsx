import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useNewCommand } from '../../base/new-command.ts';
import { Page } from '../../base/page.tsx';
import { MemberOnly, OwnerOnly } from '../../base/role.tsx';
import { EmptyState, Waiting } from '../../base/states.tsx';
import { useRead } from '../../base/use-read.ts';
import { CreateKey } from './create-key.tsx';
import { KeyTable } from './key-table.tsx';

export function KeysPage() {
  const result = useRead('GET /keys', {});
  const { data: list } = result;
  const [isCreating, setCreating] = useState(false);
  useNewCommand(() => setCreating(true));
  const create = (
    <MemberOnly>
      <Button onClick={() => setCreating(true)}>Create New API Key</Button>
    </MemberOnly>
  );
  const keys = list?.data ?? [];
  return (
    <Page
      title="API Keys"
      lead="Use API keys on servers only. Never expose them in a browser or an app."
      actions={keys.length > 0 && create}
    >
      <Waiting result={result} height={220} />
      {list && keys.length === 0 && (
        <EmptyState title="No API keys yet">
          <Text c="dimmed">Create a separate key for each program. Start with a test key, which uses the sandbox.</Text>
          {create}
        </EmptyState>
      )}
      {keys.length > 0 && <KeyTable keys={keys} />}
      {keys.length > 0 && (
        <Text size="sm" c="dimmed">
          To rotate without downtime: create a new key, deploy it, then revoke the old one.{' '}
          <OwnerOnly>
            Changes to keys are in the <Link to="/settings/audit-log">audit log</Link>.
          </OwnerOnly>
        </Text>
      )}
      {isCreating && <CreateKey onClose={() => setCreating(false)} />}
    </Page>
  );
}
