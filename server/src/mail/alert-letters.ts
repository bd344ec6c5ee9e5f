import type { Letter } from './letters.ts';

/** A letter about firings, and who wants it; nobody named: the account's owner. */
export interface AlertLetter extends Letter {
  recipients: string[];
}

interface Told {
  /** The fact of each firing, and its reason. */
  firings: { fact: string; reason: string }[];
  recipients: string[];
}

/** What one rule found at one moment: several keywords are one letter. */
export function alertLetter(alertName: string, { firings, recipients }: Told): AlertLetter {
  const more = firings.length - 1;
  return {
    fact: `mail ${firings[0]?.fact}`,
    subject: `Alert: ${alertName}${more > 0 ? ` (and ${more} more)` : ''}`,
    body: [...firings.map(({ reason }) => `${reason}.`), HOW_TO_STOP].join('\n\n'),
    recipients,
  };
}

export interface DigestEntryText {
  fact: string;
  alertName: string;
  reason: string;
}

/** Everything that fired on a day, rule by rule. */
export function digestLetter(
  day: string,
  { entries, recipients }: { entries: DigestEntryText[]; recipients: string[] },
): AlertLetter {
  const names = [...new Set(entries.map(({ alertName }) => alertName))];
  const parts = names.map((name) =>
    [name, ...entries.filter((entry) => entry.alertName === name).map(({ reason }) => `- ${reason}`)].join('\n'),
  );
  return {
    fact: `digest ${day} ${entries[0]?.fact}`,
    subject: `${entries.length} ${entries.length === 1 ? 'alert' : 'alerts'} on ${day}`,
    body: [...parts, HOW_TO_STOP].join('\n\n'),
    recipients,
  };
}

const HOW_TO_STOP =
  'To get fewer of these, set the rule’s e-mail to daily or off, or let it fire only when significant.';
