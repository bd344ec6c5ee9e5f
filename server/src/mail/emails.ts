import type { Attachment } from '../store/mail/outbox.ts';
import { HELD_DAYS, MOST_HELD } from '../store/webhooks/delivery-states.ts';

/** An email, to an account's owner unless it says to whom. */
export interface Email {
  /** Names the fact it tells: a fact is mailed once, whoever notices it. */
  fact: string;
  subject: string;
  /** Plain text; an empty line begins a paragraph. */
  body: string;
  /** The same as HTML where paragraphs are not enough, escaped with `escapeHtml`. */
  html?: string;
  /** The page of the dashboard it leads to: `/settings/webhooks`. */
  link?: string;
  /** To whom instead of the owner; each address gets an email of its own. */
  recipients?: string[];
  attachment?: Attachment;
}

interface DisabledWebhook {
  webhookId: string;
  epoch: number;
  url: string;
  /** The one whose failure disabled it. */
  deliveryId: string;
}

export function webhookDisabledEmail(webhook: DisabledWebhook): Email {
  return disabledEmail(webhook, {
    why: 'a delivery failed, and so did all five retries.',
    whenToEnable: 'When the receiver works, enable the webhook again',
  });
}

export function webhookGoneEmail(webhook: DisabledWebhook): Email {
  return disabledEmail(webhook, {
    why: 'its receiver answered 410 Gone, which means that it is not there any more.',
    whenToEnable: 'When the receiver is back, or with another address ("url"), enable the webhook again',
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
      `What was waiting for it, and what happens from now on, is held: for ${HELD_DAYS} days, and ${most} deliveries at most. After that the oldest are cancelled.`,
      `${whenToEnable}, and what is held is sent:\nPATCH ${path} with {"status": "enabled"}`,
      `The delivery whose failure disabled it is not held. Send it again after that:\nPOST ${path}/deliveries/${deliveryId}/retry`,
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
      `A delivery to ${url} has failed five times: at first, and four times again.`,
      'It is tried once more in 24 hours. If that fails too, the webhook is disabled.',
      'The log of its deliveries says what the receiver answered.',
    ].join('\n\n'),
  };
}
