import { Text } from '@mantine/core';
import type { CreatedOauthClient } from '../../api/keys.ts';
import { request } from '../../api/request.ts';
import { Command } from '../../base/command.tsx';
import { FormDialog } from '../../base/form-dialog.tsx';
import { SecretDialog } from '../../base/secret-dialog.tsx';
import { useServerForm } from '../../base/server-form.ts';
import { AccessField, EMPTY_HOLDER, ModeField, NameField, RestrictionFields, toHolder } from '../holder-fields.tsx';

export function CreateOauthClient({ onClose }: { onClose: () => void }) {
  const form = useServerForm({
    initialValues: EMPTY_HOLDER,
    save: (typed) => request('POST /oauth-clients', { body: toHolder(typed) }),
  });

  if (form.saved.data) return <NewClientShown created={form.saved.data} onClose={onClose} />;
  return (
    <FormDialog title="Create OAuth client" action="Create client" form={form} onClose={onClose}>
      <NameField form={form} />
      <ModeField form={form} />
      <AccessField form={form} />
      <RestrictionFields form={form} />
    </FormDialog>
  );
}

function NewClientShown({ created, onClose }: { created: CreatedOauthClient; onClose: () => void }) {
  const token = `curl ${location.origin}/oauth/token \\\n  -u '${created.client_id}:${created.client_secret}' \\\n  -d grant_type=client_credentials`;
  return (
    <SecretDialog
      title={`OAuth client “${created.name}” created`}
      label="Client secret"
      value={created.client_secret}
      lead={<ClientId id={created.client_id} />}
      onClose={onClose}
    >
      <Text size="sm">Get an access token, then send it like an API key (Authorization: Bearer …):</Text>
      <Command text={token} />
    </SecretDialog>
  );
}

function ClientId({ id }: { id: string }) {
  return (
    <div>
      <Text fw={600} mb={6}>
        Client ID
      </Text>
      <Command text={id} />
    </div>
  );
}
