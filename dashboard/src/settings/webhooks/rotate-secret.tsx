import { Button, NativeSelect, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Webhook } from '@visibility/sdk';
import { type FormEvent, useState } from 'react';
import { rotateSecret } from '../../api/webhooks.ts';
import { Dialog } from '../../base/dialog.tsx';
import { FormMessage } from '../../base/form-message.tsx';
import { useMode } from '../../base/mode.ts';
import { fieldErrors } from '../field-errors.ts';
import { SecretDialog } from '../secret-dialog.tsx';
import classes from '../settings.module.css';
import { type SecretDraft, SecretFields } from './webhook-fields.tsx';

const GRACES = [
  { value: '0', label: 'At once: the old secret stops now' },
  { value: '3600', label: 'After an hour' },
  { value: '86400', label: 'After a day' },
  { value: '604800', label: 'After a week' },
];

export function RotateSecret({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const mode = useMode();
  const client = useQueryClient();
  const [draft, setDraft] = useState<SecretDraft>({ isOwn: false, secret: '' });
  const [grace, setGrace] = useState('86400');
  const wishes = { grace_seconds: Number(grace), ...(draft.isOwn ? { secret: draft.secret } : {}) };
  const rotate = useMutation({
    mutationFn: () => rotateSecret(mode, webhook.webhook_id, wishes),
    gcTime: 0,
    onSuccess: async ({ secret }) => {
      await client.invalidateQueries({ queryKey: [mode, 'webhooks'] });
      if (secret === undefined) onClose();
    },
  });
  const { at, rest } = fieldErrors(rotate.error, { secret: draft.secret });

  function submit(event: FormEvent) {
    event.preventDefault();
    rotate.mutate();
  }

  const title = 'Rotate the signing secret';
  if (rotate.data?.secret) {
    return (
      <SecretDialog title={title} label="The new signing secret" value={rotate.data.secret} onClose={onClose}>
        <Overlap isAtOnce={grace === '0'} />
      </SecretDialog>
    );
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={classes.stack} onSubmit={submit}>
        <SecretFields draft={draft} onChange={(changes) => setDraft({ ...draft, ...changes })} error={at.secret} />
        <NativeSelect
          label="Switch over"
          value={grace}
          onChange={(event) => setGrace(event.currentTarget.value)}
          data={GRACES}
        />
        <Overlap isAtOnce={grace === '0'} />
        {rest && <FormMessage error={rest} />}
        <div className={classes.buttons}>
          <Button type="submit" loading={rotate.isPending}>
            Rotate the secret
          </Button>
        </div>
      </form>
    </Dialog>
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
