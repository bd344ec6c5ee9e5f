import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Webhook } from '@visibility/sdk';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import { Dialog } from '../../base/dialog.tsx';
import { FormMessage } from '../../base/form-message.tsx';
import { formatCount } from '../../base/format.ts';
import { useMode } from '../../base/mode.ts';
import classes from '../settings.module.css';

/** Asks whether to deliver or drop the held events. */
export function EnableWebhook({ webhook, held = 0 }: { webhook: Webhook; held: number | undefined }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" aria-label={`Re-enable ${webhook.url}`} onClick={() => setOpen(true)}>
        Re-enable
      </Button>
      {isOpen && <EnableDialog webhook={webhook} held={held} onClose={() => setOpen(false)} />}
    </>
  );
}

function EnableDialog({ webhook, held, onClose }: { webhook: Webhook; held: number; onClose: () => void }) {
  const mode = useMode();
  const enable = useMutation({
    mutationFn: (choice: 'deliver' | 'drop') =>
      request('PATCH /:mode/webhooks/:webhook_id', {
        params: { mode, webhook_id: webhook.webhook_id },
        body: { status: 'enabled', deliver_held: choice === 'deliver' },
      }),
    onSuccess: onClose,
  });
  const events = formatCount(held, 'held event');
  return (
    <Dialog title="Re-enable webhook?" onClose={onClose}>
      <div className={classes.stack}>
        <Text>
          New events will be sent to <bdi className={classes.wrapped}>{webhook.url}</bdi>.{' '}
          {held === 0 ? 'No events were held.' : `Deliver or drop ${events}?`}
        </Text>
        <Text size="sm" c="dimmed">
          Use Send Test first to check your endpoint. If a delivery fails 6 times, the webhook is disabled again.
        </Text>
        {enable.error && <FormMessage error={enable.error} />}
        <div className={classes.buttons}>
          {held > 0 && (
            <Button variant="default" disabled={enable.isPending} onClick={() => enable.mutate('drop')}>
              Re-enable and drop
            </Button>
          )}
          <Button loading={enable.isPending} onClick={() => enable.mutate('deliver')}>
            {held > 0 ? `Re-enable and deliver ${events}` : 'Re-enable'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
