import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Webhook } from '@visibility/sdk';
import { useState } from 'react';
import { type WebhookActivity, webhookActivityQuery } from '../../api/webhooks.ts';
import { type Column, DataTable } from '../../base/data-table.tsx';
import { formatNumber } from '../../base/format.ts';
import { useMode } from '../../base/mode.ts';
import classes from '../settings.module.css';
import { When } from '../when.tsx';
import { EnableWebhook } from './enable-webhook.tsx';
import { SendTest } from './send-test.tsx';
import { SuccessRate, WebhookStatus, whyDisabled } from './status-words.tsx';

interface Row {
  webhook: Webhook;
  activity: WebhookActivity | undefined;
}

export function WebhookTable({ webhooks }: { webhooks: Webhook[] }) {
  const { data } = useQuery(webhookActivityQuery(useMode()));
  const rows = webhooks.map((webhook) => ({
    webhook,
    activity: data?.data.find(({ webhook_id }) => webhook_id === webhook.webhook_id),
  }));
  return <DataTable label="Webhooks" rows={rows} columns={COLUMNS} rowKey={({ webhook }) => webhook.webhook_id} />;
}

const COLUMNS: Column<Row>[] = [
  { title: 'Address', show: ({ webhook }) => <Address webhook={webhook} />, isHeading: true },
  { title: 'Events', show: ({ webhook }) => <Events webhook={webhook} /> },
  { title: 'Status', show: ({ webhook, activity }) => <Status webhook={webhook} activity={activity} /> },
  { title: 'Success, last day', show: ({ activity }) => <SuccessRate activity={activity} /> },
  {
    title: 'Last delivery',
    show: ({ activity }) => (activity?.last_delivery_at ? <When time={activity.last_delivery_at} /> : 'Never'),
  },
  { title: 'Actions', show: ({ webhook, activity }) => <Actions webhook={webhook} activity={activity} /> },
];

function Address({ webhook }: { webhook: Webhook }) {
  return (
    <>
      <Link to="/settings/webhooks/$webhookId" params={{ webhookId: webhook.webhook_id }} search={{}}>
        <bdi>{webhook.url}</bdi>
      </Link>
      {webhook.description && (
        <span className={classes.sub}>
          <bdi>{webhook.description}</bdi>
        </span>
      )}
    </>
  );
}

function Events({ webhook: { events } }: { webhook: Webhook }) {
  return (
    <ul className={classes.words}>
      {events.map((event) => (
        <li key={event}>{event}</li>
      ))}
    </ul>
  );
}

function Status({ webhook, activity }: Row) {
  return (
    <>
      <WebhookStatus webhook={webhook} />
      {webhook.status === 'disabled' && (
        <span className={classes.sub}>
          {whyDisabled(webhook)}
          {activity && activity.held > 0 && `; ${formatNumber(activity.held)} held`}
        </span>
      )}
      {webhook.status === 'enabled' && activity && activity.pending > 0 && (
        <span className={classes.sub}>{formatNumber(activity.pending)} on the way</span>
      )}
    </>
  );
}

function Actions({ webhook, activity }: Row) {
  const [isTesting, setTesting] = useState(false);
  return (
    <div className={classes.rowActions}>
      <Button variant="default" size="xs" aria-label={`Send Test to ${webhook.url}`} onClick={() => setTesting(true)}>
        Send Test
      </Button>
      {webhook.status === 'disabled' && <EnableWebhook webhook={webhook} held={activity?.held} />}
      {isTesting && <SendTest webhook={webhook} onClose={() => setTesting(false)} />}
    </div>
  );
}
