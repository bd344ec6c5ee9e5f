import { Link, useParams } from '@tanstack/react-router';
import { INBOX_URL } from '@visibility/sdk';
import type { ShownWebhook, WebhookActivity } from '../../api/webhooks.ts';
import { formatNumber, formatTime } from '../../base/format.ts';
import { useMode } from '../../base/mode.ts';
import { Page } from '../../base/page.tsx';
import { MemberOnly } from '../../base/role.tsx';
import { Waiting } from '../../base/states.tsx';
import { useRead } from '../../base/use-read.ts';
import { Facts } from '../facts.tsx';
import { Section } from '../section.tsx';
import classes from '../settings.module.css';
import { When } from '../when.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { SENDS, sendsOf } from './format-words.ts';
import { addressOf, Inbox } from './inbox.tsx';
import { Events, SuccessRate, WebhookStatus, whyDisabled } from './status-words.tsx';
import { useActivity } from './use-activity.ts';
import { WebhookActions } from './webhook-actions.tsx';

/** One webhook: status, actions and delivery log. */
export function WebhookLogPage() {
  const { webhookId = '' } = useParams({ strict: false });
  const _mode = useMode();
  const result = useRead('GET /:mode/webhooks/:webhook_id?include=settings', { params: { webhook_id: webhookId } });
  const { data: webhook } = result;
  const activity = useActivity()(webhookId);
  return (
    <Page
      title="Webhook"
      lead={
        <>
          <Link to="/settings/webhooks">All webhooks</Link>
          {webhook && (
            <>
              {' / '}
              <bdi className={classes.wrapped}>{addressOf(webhook)}</bdi>
            </>
          )}
        </>
      }
      actions={
        webhook && (
          <MemberOnly>
            <WebhookActions webhook={webhook} activity={activity} />
          </MemberOnly>
        )
      }
    >
      <Waiting result={result} height={320} />
      {webhook && <State webhook={webhook} activity={activity} />}
      {webhook?.url === INBOX_URL && <Inbox webhook={webhook} />}
      {webhook && <DeliveryLog webhook={webhook} />}
    </Page>
  );
}

function State({ webhook, activity }: { webhook: ShownWebhook; activity: WebhookActivity | undefined }) {
  const isDisabled = webhook.status === 'disabled';
  const { header_names: names } = webhook;
  return (
    <Section title={webhook.description || 'Overview'}>
      <Facts
        of={[
          ['Status', <WebhookStatus key="status" webhook={webhook} />],
          ['Events', <Events key="events" events={webhook.events} />],
          ['Format', SENDS[sendsOf(webhook)]],
          ...(names.length > 0 ? ([['Headers', names.join(', ')]] as [string, string][]) : []),
          ['Success rate (24 h)', <SuccessRate key="rate" activity={activity} />],
          ['Pending', formatNumber(activity?.pending ?? 0)],
          ...(isDisabled ? ([['Held', formatNumber(activity?.held ?? 0)]] as [string, string][]) : []),
          [
            'Last delivery',
            activity?.last_delivery_at ? <When key="last" time={activity.last_delivery_at} /> : 'Never',
          ],
        ]}
      />
      {isDisabled && (
        <p className={classes.note}>
          {whyDisabled(webhook)}
          {webhook.disabled_at && ` on ${formatTime(webhook.disabled_at)}`}. New deliveries are held for 7 days, up to
          10,000.
        </p>
      )}
      {activity?.old_secret_until && (
        <p className={classes.note}>
          Secret rotation: the old secret is valid until {formatTime(activity.old_secret_until)}.
        </p>
      )}
    </Section>
  );
}
