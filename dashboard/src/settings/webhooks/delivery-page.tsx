import { Button, CopyButton, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { INBOX_URL } from '@visibility/sdk';
import { type DeliveryDetail, deliveryQuery, retryDelivery, webhookQuery } from '../../api/webhooks.ts';
import { Command } from '../../base/command.tsx';
import { FormMessage } from '../../base/form-message.tsx';
import { formatNumber, formatSeconds, formatTime } from '../../base/format.ts';
import { useMode } from '../../base/mode.ts';
import { Page } from '../../base/page.tsx';
import { MemberOnly } from '../../base/role.tsx';
import { ErrorState } from '../../base/states.tsx';
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
  const mode = useMode();
  const { data: delivery, error, refetch } = useQuery(deliveryQuery(mode, webhookId, deliveryId));
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
      {error && !delivery && <ErrorState error={error} retry={refetch} />}
      {!delivery && !error && <Skeleton height={420} radius={12} aria-label="Loading" role="status" />}
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
  const mode = useMode();
  const client = useQueryClient();
  const navigate = useNavigate();
  const retry = useMutation({
    mutationFn: () => retryDelivery(mode, delivery.webhook_id, delivery.delivery_id),
    onSuccess: async ({ webhook_id: webhookId, delivery_id: deliveryId }) => {
      await client.invalidateQueries({ queryKey: [mode, 'webhooks'] });
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
  const { data: webhook } = useQuery(webhookQuery(useMode(), delivery.webhook_id));
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
