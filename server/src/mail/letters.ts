/** An e-mail, to an account's owner unless it says to whom. */
export interface Letter {
  /** Names the fact it tells: a fact is mailed once, whoever notices it. */
  fact: string;
  subject: string;
  body: string;
  /** The page of the dashboard it leads to: `/settings/webhooks`. */
  link?: string;
  /** To whom instead of the owner; each address gets a letter of its own. */
  recipients?: string[];
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
