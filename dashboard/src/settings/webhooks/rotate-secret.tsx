import { NativeSelect, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Webhook } from '@visibility/sdk';
import { rotateSecret } from '../../api/webhooks.ts';
import { FormDialog } from '../../base/form-dialog.tsx';
import { useMode } from '../../base/mode.ts';
import { useServerForm } from '../../base/server-form.ts';
import { SecretDialog } from '../secret-dialog.tsx';
import { NO_SECRET, SecretFields, toSecret } from './webhook-fields.tsx';

const GRACES = [
  { value: '0', label: 'At once: the old secret stops now' },
  { value: '3600', label: 'After an hour' },
  { value: '86400', label: 'After a day' },
  { value: '604800', label: 'After a week' },
];

export function RotateSecret({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const mode = useMode();
  const client = useQueryClient();
  const form = useServerForm({
    initialValues: { ...NO_SECRET, grace_seconds: '86400' },
    save: ({ grace_seconds, ...typed }) =>
      rotateSecret(mode, webhook.webhook_id, { grace_seconds: Number(grace_seconds), ...toSecret(typed) }),
    onSaved: async ({ secret }) => {
      await client.invalidateQueries({ queryKey: [mode, 'webhooks'] });
      if (secret === undefined) onClose();
    },
  });

  const title = 'Rotate the signing secret';
  const overlap = <Overlap isAtOnce={form.values.grace_seconds === '0'} />;
  if (form.saved.data?.secret) {
    return (
      <SecretDialog title={title} label="The new signing secret" value={form.saved.data.secret} onClose={onClose}>
        {overlap}
      </SecretDialog>
    );
  }
  return (
    <FormDialog title={title} action="Rotate the secret" form={form} onClose={onClose}>
      <SecretFields form={form} />
      <NativeSelect label="Switch over" data={GRACES} {...form.getInputProps('grace_seconds')} />
      {overlap}
    </FormDialog>
  );
}

function Overlap({ isAtOnce }: { isAtOnce: boolean }) {
  if (isAtOnce) {
    return (
      <Text size="sm">
        From now on only the new secret signs. A receiver that does not know it refuses deliveries until it does.
      </Text>
    );
  }
  return (
    <Text size="sm">
      Until then X-Service-Signature keeps the old secret, and X-Service-Signature-Next carries the new one: let your
      receiver accept a delivery if either fits. Afterwards the new secret alone signs.
    </Text>
  );
}
