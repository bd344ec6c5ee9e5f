import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Webhook } from '@visibility/sdk';
import { useState } from 'react';
import type { WebhookActivity } from '../../api/webhooks.ts';
import { type Column, DataTable } from '../../base/data-table.tsx';
import { formatNumber } from '../../base/format.ts';
import { MemberOnly, useRole } from '../../base/role.tsx';
import classes from '../settings.module.css';
import { When } from '../when.tsx';
import { EnableWebhook } from './enable-webhook.tsx';
import { addressOf } from './inbox.tsx';
import { SendTest } from './send-test.tsx';
import { Events, SuccessRate, WebhookStatus, whyDisabled } from './status-words.tsx';
import { useActivity } from './use-activity.ts';

interface Row {
  webhook: Webhook;
  activity: WebhookActivity | undefined;
}

export function WebhookTable({ webhooks }: { webhooks: Webhook[] }) {
  const activityOf = useActivity();
  const rows = webhooks.map((webhook) => ({ webhook, activity: activityOf(webhook.webhook_id) }));
  return <DataTable label="Webhooks" rows={rows} columns={COLUMNS} rowKey={({ webhook }) => webhook.webhook_id} />;
}

const COLUMNS: Column<Row>[] = [
  { title: 'URL', show: ({ webhook }) => <Url webhook={webhook} />, isHeading: true },
  { title: 'Events', show: ({ webhook: { events } }) => <Events events={events} /> },
  { title: 'Status', show: ({ webhook, activity }) => <Status webhook={webhook} activity={activity} /> },
  { title: 'Success rate (24 h)', show: ({ activity }) => <SuccessRate activity={activity} /> },
  {
    title: 'Last delivery',
    show: ({ activity }) => (activity?.last_delivery_at ? <When time={activity.last_delivery_at} /> : 'Never'),
  },
  { title: 'Actions', show: ({ webhook, activity }) => <Actions webhook={webhook} activity={activity} /> },
];

function Url({ webhook }: { webhook: Webhook }) {
  return (
    <div className={classes.address}>
      <Link to="/settings/webhooks/$webhookId" params={{ webhookId: webhook.webhook_id }} search={{}}>
        <bdi>{addressOf(webhook)}</bdi>
      </Link>
      {webhook.description && (
        <span className={classes.sub}>
          <bdi>{webhook.description}</bdi>
        </span>
      )}
    </div>
  );
}

function Status({ webhook, activity }: Row) {
  return (
    <>
      <WebhookStatus webhook={webhook} />
      {webhook.status === 'disabled' && (
        <span className={classes.sub}>
          {whyDisabled(webhook).replace('Disabled ', '')}
          {activity && activity.held > 0 && `; ${formatNumber(activity.held)} held`}
        </span>
      )}
      {webhook.status === 'enabled' && activity && activity.pending > 0 && (
        <span className={classes.sub}>{formatNumber(activity.pending)} pending</span>
      )}
    </>
  );
}

function Actions({ webhook, activity }: Row) {
  const [isTesting, setTesting] = useState(false);
  return (
    <div className={classes.rowActions}>
      <MemberOnly>
        <Button
          variant="default"
          size="xs"
          aria-label={`Send Test to ${addressOf(webhook)}`}
          onClick={() => setTesting(true)}
        >
          Send Test
        </Button>
      </MemberOnly>
      <LogAndSettings webhook={webhook} />
      {webhook.status === 'disabled' && (
        <MemberOnly>
          <EnableWebhook webhook={webhook} held={activity?.held} />
        </MemberOnly>
      )}
      {isTesting && <SendTest webhook={webhook} onClose={() => setTesting(false)} />}
    </div>
  );
}

function LogAndSettings({ webhook }: { webhook: Webhook }) {
  const { webhook_id: webhookId } = webhook;
  const role = useRole();
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={`${role === 'viewer' ? 'Log' : 'Log and settings'} for ${addressOf(webhook)}`}
      renderRoot={(props) => <Link {...props} to="/settings/webhooks/$webhookId" params={{ webhookId }} search={{}} />}
    >
      {role === 'viewer' ? 'Log' : 'Log and settings'}
    </Button>
  );
}
