import { Button, NativeSelect, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EVENT_TYPES, type Webhook } from '@visibility/sdk';
import { type DeliveryDetail, sendTest } from '../../api/webhooks.ts';
import { Dialog } from '../../base/dialog.tsx';
import { FormMessage } from '../../base/form-message.tsx';
import { formatNumber } from '../../base/format.ts';
import { useMode } from '../../base/mode.ts';
import { useServerForm } from '../../base/server-form.ts';
import { Facts } from '../facts.tsx';
import { RawText } from '../raw-text.tsx';
import classes from '../settings.module.css';
import { EVENT_WORDS } from './event-words.ts';
import { DeliveryStatus } from './status-words.tsx';

/** Sends a made-up event now and shows what the receiver said. */
export function SendTest({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const mode = useMode();
  const client = useQueryClient();
  const form = useServerForm({
    initialValues: { type: webhook.events[0] ?? EVENT_TYPES[0] },
    save: ({ type }) => sendTest(mode, webhook.webhook_id, type),
    onSaved: () => client.invalidateQueries({ queryKey: [mode, 'webhooks'] }),
  });

  return (
    <Dialog title="Send Test" onClose={onClose}>
      <form className={classes.stack} onSubmit={form.submit}>
        <Text size="sm">
          A made-up event with a real signature goes to <bdi className={classes.wrapped}>{webhook.url}</bdi> once. A
          failure changes nothing, and a disabled webhook can be tested too.
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
          ['Status code', status ?? 'No answer'],
          ['Duration', ms === null ? 'Unknown' : `${formatNumber(ms)} ms`],
        ]}
      />
      {error && <Text role="alert">{error}</Text>}
      {body && <RawText text={body} label="What the receiver answered" />}
      {status !== null && !body && <Text size="sm">The answer was empty.</Text>}
      <Link
        to="/settings/webhooks/$webhookId/deliveries/$deliveryId"
        params={{ webhookId: delivery.webhook_id, deliveryId: delivery.delivery_id }}
      >
        See what was sent
      </Link>
    </section>
  );
}
