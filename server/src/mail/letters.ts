import type { Attachment } from '../store/mail-outbox.ts';

/** An e-mail, to an account's owner unless it says to whom. */
export interface Letter {
  /** Names the fact it tells: a fact is mailed once, whoever notices it. */
  fact: string;
  subject: string;
  /** Plain text; an empty line begins a paragraph. */
  body: string;
  /** The same as HTML where paragraphs are not enough, escaped with `escapeHtml`. */
  html?: string;
  /** The page of the dashboard it leads to: `/settings/webhooks`. */
  link?: string;
  /** To whom instead of the owner; each address gets a letter of its own. */
  recipients?: string[];
  attachment?: Attachment;
}

export function webhookDisabledLetter({
  webhookId,
  epoch,
  url,
}: {
  webhookId: string;
  epoch: number;
  url: string;
}): Letter {
  return {
    fact: `webhook.disabled ${webhookId} ${epoch}`,
    subject: 'A webhook was disabled',
    body: [
      `The webhook to ${url} was disabled: a delivery failed, and so did all five retries.`,
      'Nothing is lost. Events from now on are held for it. Enable the webhook again when its receiver works.',
    ].join('\n\n'),
  };
}

export function webhookGoneLetter({
  webhookId,
  epoch,
  url,
}: {
  webhookId: string;
  epoch: number;
  url: string;
}): Letter {
  return {
    fact: `webhook.disabled ${webhookId} ${epoch}`,
    subject: 'A webhook was disabled',
    body: [
      `The webhook to ${url} was disabled: its receiver answered 410 Gone, which means that it is not there any more.`,
      'Nothing is lost. Events from now on are held for it. Enable the webhook again, or give it another address.',
    ].join('\n\n'),
  };
}

export function webhookWarningLetter({
  webhookId,
  url,
  warnedAt,
}: {
  webhookId: string;
  url: string;
  warnedAt: Date;
}): Letter {
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
