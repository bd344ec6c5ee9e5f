import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ApiKey } from '../../api/keys.ts';
import { request } from '../../api/request.ts';
import { ConfirmButton } from '../../base/confirm-button.tsx';
import { type Column, DataTable } from '../../base/data-table.tsx';
import { useMayChange } from '../../base/role.tsx';
import { CreatedBy, NameAndMode, Restrictions, Scopes } from '../holder-cells.tsx';
import classes from '../settings.module.css';
import { StatusBadge } from '../status-badge.tsx';
import { Day, When } from '../when.tsx';
import { EditKey } from './edit-key.tsx';

/** All keys of both workspaces, working keys first. */
export function KeyTable({ keys }: { keys: ApiKey[] }) {
  const mayChange = useMayChange();
  const columns = keys.some(mayChange) ? COLUMNS : COLUMNS.slice(0, -1);
  const sorted = [...keys.filter(isWorking), ...keys.filter((key) => !isWorking(key))];
  return <DataTable label="API keys" rows={sorted} columns={columns} rowKey={({ key_id }) => key_id} />;
}

const isWorking = ({ status, expired }: ApiKey) => status === 'active' && !expired;

const COLUMNS: Column<ApiKey>[] = [
  { title: 'Name and prefix', show: (key) => <Name apiKey={key} />, isHeading: true },
  { title: 'Scopes', show: ({ scopes }) => <Scopes scopes={scopes} /> },
  { title: 'Restrictions', show: (key) => <Restrictions {...key} /> },
  { title: 'Created by', show: (key) => <CreatedBy {...key} /> },
  { title: 'Last used', show: ({ last_used_at }) => (last_used_at ? <When time={last_used_at} /> : 'Never') },
  { title: 'Expires', show: ({ expires_at }) => (expires_at ? <Day time={expires_at} /> : 'Never') },
  { title: 'Status', show: (key) => <Status apiKey={key} /> },
  { title: 'Actions', show: (key) => key.status === 'active' && <Actions apiKey={key} /> },
];

function Name({ apiKey: { name, mode, prefix } }: { apiKey: ApiKey }) {
  return (
    <>
      <NameAndMode name={name} mode={mode} />
      <code className={classes.sub}>{prefix}…</code>
    </>
  );
}

function Status({ apiKey }: { apiKey: ApiKey }) {
  const [color, words] = stateOf(apiKey);
  return <StatusBadge color={color} words={words} />;
}

function stateOf({ status, expired }: ApiKey): [color: string, words: string] {
  if (status === 'revoked') return ['gray', 'Revoked'];
  return expired ? ['yellow', 'Expired'] : ['green', 'Active'];
}

function Actions({ apiKey }: { apiKey: ApiKey }) {
  const mayChange = useMayChange();
  const [isEditing, setEditing] = useState(false);
  if (!mayChange(apiKey)) return null;
  return (
    <div className={classes.rowActions}>
      <Button variant="default" size="xs" aria-label={`Edit ${apiKey.name}`} onClick={() => setEditing(true)}>
        Edit
      </Button>
      <ConfirmButton
        label="Revoke"
        fullLabel={`Revoke ${apiKey.name}`}
        title={`Revoke ${apiKey.name}?`}
        action="Revoke"
        run={() => request('POST /keys/:key_id/revoke', { params: { key_id: apiKey.key_id } })}
      >
        The key {apiKey.prefix}… stops working immediately. Programs that use it get a 401. This can’t be undone.
      </ConfirmButton>
      {isEditing && <EditKey apiKey={apiKey} onClose={() => setEditing(false)} />}
    </div>
  );
}
