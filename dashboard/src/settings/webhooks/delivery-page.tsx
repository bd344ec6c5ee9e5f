import { Button, CopyButton, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { INBOX_URL } from '@visibility/sdk';
import { request } from '../../api/request.ts';
import { type DeliveryDetail, WATCH_MS } from '../../api/webhooks.ts';
import { Command } from '../../base/command.tsx';
import { FormMessage } from '../../base/form-message.tsx';
import { formatNumber, formatSeconds, formatTime } from '../../base/format.ts';
import { useMode } from '../../base/mode.ts';
import { Page } from '../../base/page.tsx';
import { MemberOnly } from '../../base/role.tsx';
import { Waiting } from '../../base/states.tsx';
import { useRead } from '../../base/use-read.ts';
import { Facts } from '../facts.tsx';
import { RawText } from '../raw-text.tsx';
import { Section } from '../section.tsx';
import classes from '../settings.module.css';
import { AttemptList } from './attempt-list.tsx';
import { curlOf } from './curl.ts';
import { DeliveryStatus } from './status-words.tsx';

/** One delivery: attempts, payload, retry and a curl command. */
export function DeliveryPage() {
  const { webhookId = '', deliveryId = '' } = useParams({ strict: false });
  const call = 'GET /:mode/webhooks/:webhook_id/deliveries/:delivery_id?include=timings';
  const result = useRead(call, {
    params: { webhook_id: webhookId, delivery_id: deliveryId },
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? WATCH_MS : false),
    staleTime: 0,
  });
  const { data: delivery } = result;
  return (
    <Page
      title="Delivery"
      lead={
        <>
          <Link to="/settings/webhooks/$webhookId" params={{ webhookId }} search={{}}>
            Back to log
          </Link>
          {' / '}
          <code className={classes.wrapped}>{deliveryId}</code>
        </>
      }
      actions={
        delivery && (
          <MemberOnly>
            <Retry delivery={delivery} />
          </MemberOnly>
        )
      }
    >
      <Waiting result={result} height={420} />
      {delivery && <Detail delivery={delivery} />}
    </Page>
  );
}

function Detail({ delivery }: { delivery: DeliveryDetail }) {
  return (
    <>
      <Section title={delivery.type} aside={<DeliveryStatus status={delivery.status} />}>
        <Facts
          of={[
            ['Event ID', <code key="id">{delivery.event_id}</code>],
            ['Queued', formatSeconds(delivery.created_at)],
            ['Attempts', formatNumber(delivery.attempts)],
            ['Status code', delivery.response_status ?? '–'],
            ['Next attempt', delivery.next_attempt_at ? formatTime(delivery.next_attempt_at) : '–'],
          ]}
        />
      </Section>
      <AttemptList attempts={delivery.attempt_log} most={isTest(delivery) ? 1 : MOST_ATTEMPTS} />
      <Payload payload={delivery.payload} />
      <AsCurl delivery={delivery} />
    </>
  );
}

/** The first attempt and 5 retries. Tests are sent once. */
const MOST_ATTEMPTS = 6;
const isTest = ({ event_id: eventId }: DeliveryDetail) => eventId.startsWith('evt_test_');

function Retry({ delivery }: { delivery: DeliveryDetail }) {
  const params = { mode: useMode(), webhook_id: delivery.webhook_id, delivery_id: delivery.delivery_id };
  const navigate = useNavigate();
  const retry = useMutation({
    mutationFn: () => request('POST /:mode/webhooks/:webhook_id/deliveries/:delivery_id/retry', { params }),
    onSuccess: async ({ webhook_id: webhookId, delivery_id: deliveryId }) => {
      await navigate({
        to: '/settings/webhooks/$webhookId/deliveries/$deliveryId',
        params: { webhookId, deliveryId },
      });
    },
  });
  if (isTest(delivery)) return null;
  return (
    <>
      {retry.error && <FormMessage error={retry.error} />}
      <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
        {delivery.status === 'pending' ? 'Retry now' : 'Retry'}
      </Button>
    </>
  );
}

function AsCurl({ delivery }: { delivery: DeliveryDetail }) {
  const { data: webhook } = useRead('GET /:mode/webhooks/:webhook_id?include=settings', {
    params: { webhook_id: delivery.webhook_id },
  });
  if (!webhook || webhook.url === INBOX_URL) return null;
  return (
    <Section title="curl">
      <Text size="sm" c="dimmed">
        Sends the same payload from your terminal. Set WEBHOOK_SECRET to the signing secret first: the dashboard can’t
        show it.
      </Text>
      <Command text={curlOf(webhook, delivery)} />
    </Section>
  );
}

function Payload({ payload }: { payload: DeliveryDetail['payload'] }) {
  return (
    <Section title="Payload" aside={<Copy text={JSON.stringify(payload)} />}>
      <RawText text={JSON.stringify(payload, null, 2)} label="Payload, formatted" />
    </Section>
  );
}

/** Copies the payload exactly as sent, without formatting. */
function Copy({ text }: { text: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button variant="default" size="xs" onClick={copy}>
          {copied ? 'Copied' : 'Copy as sent'}
        </Button>
      )}
    </CopyButton>
  );
}
