import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import type { ShownWebhook, WebhookActivity } from '../../api/webhooks.ts';
import { ConfirmButton } from '../../base/confirm-button.tsx';
import { useMode } from '../../base/mode.ts';
import { EditWebhook } from './edit-webhook.tsx';
import { EnableWebhook } from './enable-webhook.tsx';
import { Replay } from './replay.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import { SendTest } from './send-test.tsx';

const DIALOGS = { 'Send Test': SendTest, Edit: EditWebhook, 'Rotate secret': RotateSecret, Replay };

interface WebhookActionsProps {
  webhook: ShownWebhook;
  activity: WebhookActivity | undefined;
}

export function WebhookActions({ webhook, activity }: WebhookActionsProps) {
  const [open, setOpen] = useState<keyof typeof DIALOGS>();
  const Shown = open && DIALOGS[open];
  const isEnabled = webhook.status === 'enabled';
  const names = (Object.keys(DIALOGS) as (keyof typeof DIALOGS)[]).filter((name) => name !== 'Replay' || isEnabled);
  return (
    <>
      {names.map((name) => (
        <Button key={name} variant="default" size="xs" onClick={() => setOpen(name)}>
          {name}
        </Button>
      ))}
      {isEnabled ? <Disable webhook={webhook} /> : <EnableWebhook webhook={webhook} held={activity?.held} />}
      <Delete webhook={webhook} />
      {Shown && <Shown webhook={webhook} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function Disable({ webhook }: { webhook: ShownWebhook }) {
  const params = { mode: useMode(), webhook_id: webhook.webhook_id };
  return (
    <ConfirmButton
      label="Disable"
      title={`Disable ${webhook.url}?`}
      action="Disable"
      run={() => request('PATCH /:mode/webhooks/:webhook_id', { params, body: { status: 'disabled' } })}
    >
      Deliveries stop. Pending and new deliveries are held for 7 days, up to 10,000, until you re-enable the webhook.
    </ConfirmButton>
  );
}

function Delete({ webhook }: { webhook: ShownWebhook }) {
  const params = { mode: useMode(), webhook_id: webhook.webhook_id };
  const navigate = useNavigate();
  return (
    <ConfirmButton
      label="Delete"
      title={`Delete ${webhook.url}?`}
      action="Delete"
      run={async () => {
        await request('DELETE /:mode/webhooks/:webhook_id', { params });
        await navigate({ to: '/settings/webhooks' });
      }}
    >
      This deletes its delivery log, and pending deliveries are not sent. This can’t be undone.
    </ConfirmButton>
  );
}
