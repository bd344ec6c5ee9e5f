import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { OauthClient } from '../../api/keys.ts';
import { request } from '../../api/request.ts';
import { ConfirmButton } from '../../base/confirm-button.tsx';
import { type Column, DataTable } from '../../base/data-table.tsx';
import { Page } from '../../base/page.tsx';
import { MemberOnly, useMayChange } from '../../base/role.tsx';
import { EmptyState, Waiting } from '../../base/states.tsx';
import { useRead } from '../../base/use-read.ts';
import { CreatedBy, NameAndMode, Restrictions, Scopes } from '../holder-cells.tsx';
import classes from '../settings.module.css';
import { StatusBadge } from '../status-badge.tsx';
import { When } from '../when.tsx';
import { CreateOauthClient } from './create-oauth-client.tsx';

export function OauthClientsPage() {
  const result = useRead('GET /oauth-clients', {});
  const { data: list } = result;
  const [isCreating, setCreating] = useState(false);
  const create = (
    <MemberOnly>
      <Button onClick={() => setCreating(true)}>Create OAuth client</Button>
    </MemberOnly>
  );
  const mayChange = useMayChange();
  const clients = list?.data ?? [];
  return (
    <Page
      title="OAuth clients"
      lead="Tools that require OAuth 2.0, and assistants that people connected."
      actions={clients.length > 0 && create}
    >
      <Waiting result={result} height={180} />
      {list && clients.length === 0 && (
        <EmptyState title="No OAuth clients yet">
          <Text c="dimmed">
            Create one for a tool that asks for a client ID, a client secret and a token URL. Access tokens expire after
            1 hour.
          </Text>
          {create}
        </EmptyState>
      )}
      {clients.length > 0 && (
        <DataTable
          label="OAuth clients"
          rows={clients}
          columns={clients.some(mayChange) ? COLUMNS : COLUMNS.slice(0, -1)}
          rowKey={({ client_id }) => client_id}
        />
      )}
      {isCreating && <CreateOauthClient onClose={() => setCreating(false)} />}
    </Page>
  );
}

const COLUMNS: Column<OauthClient>[] = [
  { title: 'Name and client ID', show: (client) => <Name client={client} />, isHeading: true },
  { title: 'Scopes', show: ({ scopes }) => <Scopes scopes={scopes} /> },
  { title: 'Created by', show: (client) => <CreatedBy {...client} /> },
  { title: 'Last used', show: ({ last_used_at }) => (last_used_at ? <When time={last_used_at} /> : 'Never') },
  { title: 'Restrictions', show: (client) => <Restrictions {...client} /> },
  {
    title: 'Status',
    show: ({ status }) =>
      status === 'active' ? <StatusBadge color="green" words="Active" /> : <StatusBadge color="gray" words="Revoked" />,
  },
  { title: 'Actions', show: (client) => client.status === 'active' && <Revoke client={client} /> },
];

function Name({ client: { name, mode, client_id: id, is_assistant: isAssistant } }: { client: OauthClient }) {
  return (
    <>
      <NameAndMode name={name} mode={mode} />
      {isAssistant ? <span className={classes.sub}>Assistant</span> : <code className={classes.sub}>{id}</code>}
    </>
  );
}

function Revoke({ client }: { client: OauthClient }) {
  const mayChange = useMayChange();
  if (!mayChange(client)) return null;
  return (
    <ConfirmButton
      label="Revoke"
      fullLabel={`Revoke ${client.name}`}
      title={`Revoke ${client.name}?`}
      action="Revoke"
      run={() => request('POST /oauth-clients/:client_id/revoke', { params: { client_id: client.client_id } })}
    >
      The client can’t get new tokens, and its current tokens stop working immediately. This can’t be undone.
    </ConfirmButton>
  );
}
