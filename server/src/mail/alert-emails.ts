import type { Email } from './emails.ts';

interface Notified {
  /** The fact of each firing, and its reason. */
  firings: { fact: string; reason: string }[];
  /** Empty: the account's owner. */
  recipients: string[];
}

/** What one rule found at one time. Several keywords share one email. */
export function alertEmail(alertName: string, { firings, recipients }: Notified): Email {
  const more = firings.length - 1;
  return {
    fact: `mail ${firings[0]?.fact}`,
    subject: `Alert: ${alertName}${more > 0 ? ` (and ${more} more)` : ''}`,
    body: [...firings.map(({ reason }) => `${reason}.`), HOW_TO_STOP].join('\n\n'),
    ...(recipients.length > 0 && { recipients }),
  };
}

export interface DigestEntryText {
  fact: string;
  alertName: string;
  reason: string;
}

/** Everything that fired on a day, grouped by rule. */
export function digestEmail(
  day: string,
  { entries, recipients }: { entries: DigestEntryText[]; recipients: string[] },
): Email {
  const names = [...new Set(entries.map(({ alertName }) => alertName))];
  const parts = names.map((name) =>
    [name, ...entries.filter((entry) => entry.alertName === name).map(({ reason }) => `- ${reason}`)].join('\n'),
  );
  return {
    fact: `digest ${day} ${entries[0]?.fact}`,
    subject: `${entries.length} ${entries.length === 1 ? 'alert' : 'alerts'} on ${day}`,
    body: [...parts, HOW_TO_STOP].join('\n\n'),
    ...(recipients.length > 0 && { recipients }),
  };
}

const HOW_TO_STOP =
  'To get fewer of these emails, set the alert’s email to daily or off, or only alert on significant changes.';
