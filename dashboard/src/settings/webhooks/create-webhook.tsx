import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CreatedWebhook, EVENT_TYPES } from '@visibility/sdk';
import { type FormEvent, useState } from 'react';
import { createWebhook } from '../../api/webhooks.ts';
import { Dialog } from '../../base/dialog.tsx';
import { FormMessage } from '../../base/form-message.tsx';
import { useMode } from '../../base/mode.ts';
import { fieldErrors } from '../field-errors.ts';
import { SecretDialog } from '../secret-dialog.tsx';
import classes from '../settings.module.css';
import { type SecretDraft, SecretFields, type WebhookDraft, WebhookFields } from './webhook-fields.tsx';

type Draft = WebhookDraft & SecretDraft;

export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const mode = useMode();
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>({
    ...{ url: '', events: [...EVENT_TYPES], description: '' },
    ...{ isOwn: false, secret: '' },
  });
  const create = useMutation({
    mutationFn: () => createWebhook(mode, wishesOf(draft)),
    gcTime: 0,
    onSuccess: async ({ secret }) => {
      await client.invalidateQueries({ queryKey: [mode, 'webhooks'] });
      if (secret === undefined) onClose();
    },
  });
  const { at, rest } = fieldErrors(create.error, { ...wishesOf(draft), secret: draft.secret });
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });

  function submit(event: FormEvent) {
    event.preventDefault();
    create.mutate();
  }

  if (create.data?.secret) return <SecretShown created={create.data} secret={create.data.secret} onClose={onClose} />;
  return (
    <Dialog title={`Create webhook in the ${mode} workspace`} onClose={onClose}>
      <form className={classes.stack} onSubmit={submit}>
        <WebhookFields draft={draft} onChange={change} errors={at} />
        <SecretFields draft={draft} onChange={change} error={at.secret} />
        {rest && <FormMessage error={rest} />}
        <div className={classes.buttons}>
          <Button type="submit" loading={create.isPending}>
            Create the webhook
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function SecretShown({ created, secret, onClose }: { created: CreatedWebhook; secret: string; onClose: () => void }) {
  return (
    <SecretDialog title="The webhook is ready" label="Its signing secret" value={secret} onClose={onClose}>
      <Text size="sm">
        Give it to the receiver at <bdi>{created.url}</bdi>, then press Send Test: the receiver should find that
        X-Service-Signature fits.
      </Text>
    </SecretDialog>
  );
}

function wishesOf({ url, events, description, isOwn, secret }: Draft) {
  return {
    ...{ url: url.trim(), events, description: description.trim() || null },
    ...(isOwn ? { secret } : {}),
  };
}
