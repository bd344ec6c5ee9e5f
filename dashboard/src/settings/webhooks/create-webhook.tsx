import { Text } from '@mantine/core';
import { type CreatedWebhook, EVENT_TYPES } from '@visibility/sdk';
import { request } from '../../api/request.ts';
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
    save: (typed) => {
      const body = { ...toWebhook(typed), headers: toHeaders(typed), ...toSecret(typed) };
      return request('POST /:mode/webhooks', { params: { mode }, body });
    },
    placeOf: headerPlace,
    onSaved: ({ secret }) => secret === undefined && onClose(),
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
