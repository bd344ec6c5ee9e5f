import { Button, NativeSelect, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EVENT_TYPES, type Webhook } from '@visibility/sdk';
import { request } from '../../api/request.ts';
import type { DeliveryDetail } from '../../api/webhooks.ts';
import { Dialog } from '../../base/dialog.tsx';
import { FormMessage } from '../../base/form-message.tsx';
import { formatNumber } from '../../base/format.ts';
import { useMode } from '../../base/mode.ts';
import { useServerForm } from '../../base/server-form.ts';
import { Facts } from '../facts.tsx';
import { RawText } from '../raw-text.tsx';
import classes from '../settings.module.css';
import { EVENT_WORDS } from './event-words.ts';
import { addressOf } from './inbox.tsx';
import { DeliveryStatus } from './status-words.tsx';

/** Sends a sample event and shows the response. */
export function SendTest({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const mode = useMode();
  const form = useServerForm({
    initialValues: { type: webhook.events[0] ?? EVENT_TYPES[0] },
    save: (body) => {
      const params = { mode, webhook_id: webhook.webhook_id };
      return request('POST /:mode/webhooks/:webhook_id/test', { params, body });
    },
  });

  return (
    <Dialog title="Send Test" onClose={onClose}>
      <form className={classes.stack} onSubmit={form.submit}>
        <Text size="sm">
          Sends one sample event, signed like a real one, to <bdi className={classes.wrapped}>{addressOf(webhook)}</bdi>
          . Failures aren’t counted.
        </Text>
        <NativeSelect
          label="Event type"
          description={EVENT_WORDS[form.values.type]}
          data={[...EVENT_TYPES]}
          {...form.getInputProps('type')}
        />
        <div className={classes.buttons}>
          <Button type="submit" loading={form.saved.isPending}>
            Send Test
          </Button>
        </div>
      </form>
      {form.failure && <FormMessage error={form.failure} />}
      <output>{form.saved.data && <Result delivery={form.saved.data} />}</output>
    </Dialog>
  );
}

function Result({ delivery }: { delivery: DeliveryDetail }) {
  const [attempt] = delivery.attempt_log;
  if (!attempt) return null;
  const { response_status: status, duration_ms: ms, error_text: error, response_body: body } = attempt;
  return (
    <section className={classes.result} aria-label="Result">
      <Facts
        of={[
          ['Result', <DeliveryStatus key="status" status={delivery.status} />],
          ['Status code', status ?? 'No response'],
          ['Duration', ms === null ? 'Unknown' : `${formatNumber(ms)} ms`],
        ]}
      />
      {error && <Text role="alert">{error}</Text>}
      {body && <RawText text={body} label="Response body" />}
      {status !== null && !body && <Text size="sm">The response body is empty.</Text>}
      <Link
        to="/settings/webhooks/$webhookId/deliveries/$deliveryId"
        params={{ webhookId: delivery.webhook_id, deliveryId: delivery.delivery_id }}
      >
        View delivery
      </Link>
    </section>
  );
}
