import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Webhook } from '@visibility/sdk';
import { type FormEvent, useState } from 'react';
import { changeWebhook } from '../../api/webhooks.ts';
import { Dialog } from '../../base/dialog.tsx';
import { FormMessage } from '../../base/form-message.tsx';
import { useMode } from '../../base/mode.ts';
import { fieldErrors } from '../field-errors.ts';
import classes from '../settings.module.css';
import { type WebhookDraft, WebhookFields } from './webhook-fields.tsx';

export function EditWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const mode = useMode();
  const client = useQueryClient();
  const [draft, setDraft] = useState<WebhookDraft>({
    url: webhook.url,
    events: webhook.events,
    description: webhook.description ?? '',
  });
  const wishes = { url: draft.url.trim(), events: draft.events, description: draft.description.trim() || null };
  const save = useMutation({
    mutationFn: () => changeWebhook(mode, webhook.webhook_id, wishes),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [mode, 'webhooks'] });
      onClose();
    },
  });
  const { at, rest } = fieldErrors(save.error, wishes);

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate();
  }

  return (
    <Dialog title="Edit webhook" onClose={onClose}>
      <form className={classes.stack} onSubmit={submit}>
        <WebhookFields draft={draft} onChange={(changes) => setDraft({ ...draft, ...changes })} errors={at} />
        {rest && <FormMessage error={rest} />}
        <div className={classes.buttons}>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
