import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type CreatedWebhook, EVENT_TYPES } from '@visibility/sdk';
import { createWebhook } from '../../api/webhooks.ts';
import { FormDialog } from '../../base/form-dialog.tsx';
import { useMode } from '../../base/mode.ts';
import { SecretDialog } from '../../base/secret-dialog.tsx';
import { useServerForm } from '../../base/server-form.ts';
import type { Sends } from './format-words.ts';
import { headerPlace, headersDraft, toHeaders } from './header-fields.tsx';
import { addressOf } from './inbox.tsx';
import { NO_SECRET, SecretFields, toSecret, toWebhook, WebhookFields } from './webhook-fields.tsx';

export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const mode = useMode();
  const client = useQueryClient();
  const form = useServerForm({
    initialValues: {
      url: '',
      isInbox: false,
      events: [...EVENT_TYPES],
      description: '',
      format: 'json' as Sends,
      ...headersDraft(),
      ...NO_SECRET,
    },
    save: (typed) => createWebhook(mode, { ...toWebhook(typed), headers: toHeaders(typed), ...toSecret(typed) }),
    placeOf: headerPlace,
    onSaved: async ({ secret }) => {
      await client.invalidateQueries({ queryKey: [mode, 'webhooks'] });
      if (secret === undefined) onClose();
    },
  });

  const created = form.saved.data;
  if (created?.secret) return <SecretShown created={created} secret={created.secret} onClose={onClose} />;
  return (
    <FormDialog title={`Create webhook in the ${mode} workspace`} action="Create webhook" form={form} onClose={onClose}>
      <WebhookFields form={form} />
      <SecretFields form={form} />
    </FormDialog>
  );
}

function SecretShown({ created, secret, onClose }: { created: CreatedWebhook; secret: string; onClose: () => void }) {
  return (
    <SecretDialog title="Webhook created" label="Signing secret" value={secret} onClose={onClose}>
      <Text size="sm">
        Add the secret to your endpoint <bdi>{addressOf(created)}</bdi>. Then click Send Test to check that your
        endpoint verifies X-Service-Signature.
      </Text>
    </SecretDialog>
  );
}
