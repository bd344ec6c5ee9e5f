import { NativeSelect, Text } from '@mantine/core';
import type { Webhook } from '@visibility/sdk';
import { request } from '../../api/request.ts';
import { FormDialog } from '../../base/form-dialog.tsx';
import { useMode } from '../../base/mode.ts';
import { SecretDialog } from '../../base/secret-dialog.tsx';
import { useServerForm } from '../../base/server-form.ts';
import { NO_SECRET, SecretFields, toSecret } from './webhook-fields.tsx';

const GRACES = [
  { value: '0', label: 'Immediately' },
  { value: '3600', label: 'After 1 hour' },
  { value: '86400', label: 'After 1 day' },
  { value: '604800', label: 'After 1 week' },
];

export function RotateSecret({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const mode = useMode();
  const form = useServerForm({
    initialValues: { ...NO_SECRET, grace_seconds: '86400' },
    save: ({ grace_seconds, ...typed }) =>
      request('POST /:mode/webhooks/:webhook_id/rotate-secret', {
        params: { mode, webhook_id: webhook.webhook_id },
        body: { grace_seconds: Number(grace_seconds), ...toSecret(typed) },
      }),
    onSaved: ({ secret }) => secret === undefined && onClose(),
  });

  const title = 'Rotate signing secret';
  const overlap = <Overlap isImmediate={form.values.grace_seconds === '0'} />;
  if (form.saved.data?.secret) {
    return (
      <SecretDialog title={title} label="New signing secret" value={form.saved.data.secret} onClose={onClose}>
        {overlap}
      </SecretDialog>
    );
  }
  return (
    <FormDialog title={title} action="Rotate secret" form={form} onClose={onClose}>
      <SecretFields form={form} />
      <NativeSelect label="Old secret expires" data={GRACES} {...form.getInputProps('grace_seconds')} />
      {overlap}
    </FormDialog>
  );
}

function Overlap({ isImmediate }: { isImmediate: boolean }) {
  if (isImmediate) {
    return (
      <Text size="sm">
        Deliveries are signed only with the new secret. Update your endpoint now, or it will reject deliveries.
      </Text>
    );
  }
  return (
    <Text size="sm">
      Until then, X-Service-Signature uses the old secret and X-Service-Signature-Next the new one. Accept a delivery if
      either signature is valid. After that, only the new secret is used.
    </Text>
  );
}
