import type { Attachment } from '../store/mail/outbox.ts';
import { HELD_DAYS, MOST_HELD } from '../store/webhooks/delivery-states.ts';

/** An email. It goes to the account's owner unless `recipients` is set. */
export interface Email {
  /** Identifies what the email reports. Each fact is emailed once, even if several processes detect it. */
  fact: string;
  subject: string;
  /** Plain text. An empty line starts a new paragraph. */
  body: string;
  /** The same content as HTML, if paragraphs are not enough. Escape it with `escapeHtml`. */
  html?: string;
  /** The dashboard page it links to, such as `/settings/webhooks`. */
  link?: string;
  /** Recipients instead of the owner. Each address gets its own email. */
  recipients?: string[];
  attachment?: Attachment;
}

interface DisabledWebhook {
  webhookId: string;
  epoch: number;
  url: string;
  /** The delivery whose failure disabled the webhook. */
  deliveryId: string;
}

export function webhookDisabledEmail(webhook: DisabledWebhook): Email {
  return disabledEmail(webhook, {
    why: 'a delivery and all five of its retries failed.',
    whenToEnable: 'When the receiver works again, enable the webhook',
  });
}

export function webhookGoneEmail(webhook: DisabledWebhook): Email {
  return disabledEmail(webhook, {
    why: 'its receiver returned 410 Gone, which means that it no longer exists.',
    whenToEnable: 'When the receiver is back, or with a new "url", enable the webhook',
  });
}

function disabledEmail(
  { webhookId, epoch, url, deliveryId }: DisabledWebhook,
  { why, whenToEnable }: { why: string; whenToEnable: string },
): Email {
  const path = `/api/v1/webhooks/${webhookId}`;
  const most = MOST_HELD.toLocaleString('en');
  return {
    fact: `webhook.disabled ${webhookId} ${epoch}`,
    subject: 'A webhook was disabled',
    body: [
      `The webhook to ${url} was disabled: ${why}`,
      `Pending and new deliveries are held for up to ${HELD_DAYS} days, at most ${most} of them. Beyond that, the oldest are cancelled.`,
      `${whenToEnable} to send the held deliveries:\nPATCH ${path} with {"status": "enabled"}`,
      `The delivery that disabled the webhook is not held. After you enable the webhook, send it again:\nPOST ${path}/deliveries/${deliveryId}/retry`,
    ].join('\n\n'),
  };
}

export function webhookWarningEmail({
  webhookId,
  url,
  warnedAt,
}: {
  webhookId: string;
  url: string;
  warnedAt: Date;
}): Email {
  return {
    fact: `webhook.warning ${webhookId} ${warnedAt.toISOString()}`,
    subject: 'A webhook is about to be disabled',
    body: [
      `A delivery to ${url} has failed five times (the first attempt and four retries).`,
      'The last retry is in 24 hours. If it fails too, the webhook is disabled.',
      'The delivery log shows what the receiver returned.',
    ].join('\n\n'),
  };
}
