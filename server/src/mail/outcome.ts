import type { MailOutcome } from '../store/mail/outbox.ts';
import { oneLine } from './text.ts';

/** Seconds until each further try of an email that the mail server put off; after the last it is given up. */
export const RETRY_DELAYS = [60, 300, 1_800, 7_200, 21_600, 86_400];

// When the server cannot be reached, or refuses us and not the email, it is asked again for a week.
const TROUBLE_DELAYS = [60, 300];
export const MOST_TROUBLES = 7 * 24 * 12;
// A server that breaks off after the whole message may have taken it: it is not given the same email for ever.
const MOST_UNCERTAIN = 3;

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  /** The whole message had been handed over when it happened. */
  isAfterMessage?: boolean;
}

/**
 * What a failed try means. A reply to the recipient or to the message is about the email: 4xx puts it off, 5xx
 * refuses it. When the message was handed over and no reply came, the email may have been taken: that costs a try, and
 * the third is the last. Whatever happens before (no connection, no encryption, a wrong password, a sender that may not
 * send) is about our set-up or the server's day, and costs the email none of its tries.
 */
export function outcomeOf(error: unknown, { tries, troubles }: { tries: number; troubles: number }): MailOutcome {
  const { message, code, command, responseCode = 0, isAfterMessage = false } = error as SmtpError;
  const said = oneLine(message);
  const isTooLarge = responseCode === 552 || (code === 'EMESSAGE' && responseCode === 0);
  const isUnsendable = code === 'EENVELOPE' && command === 'API';
  if (isTooLarge || isUnsendable) return { result: 'refused', error: said, retryInSeconds: undefined };
  const isAboutEmail = command === 'RCPT TO' || command === 'DATA' || isAfterMessage;
  if (isAboutEmail && responseCode >= 500) return { result: 'refused', error: said, retryInSeconds: undefined };
  if (isAboutEmail && responseCode >= 400) {
    return { result: 'deferred', error: said, retryInSeconds: RETRY_DELAYS[tries - 1] };
  }
  if (isAfterMessage) {
    const retryInSeconds = tries < MOST_UNCERTAIN ? RETRY_DELAYS[tries - 1] : undefined;
    return { result: 'deferred', error: `No reply after the message, it may have arrived: ${said}`, retryInSeconds };
  }
  const retryInSeconds = TROUBLE_DELAYS[troubles] ?? TROUBLE_DELAYS.at(-1);
  return { result: 'trouble', error: said, retryInSeconds: troubles + 1 < MOST_TROUBLES ? retryInSeconds : undefined };
}
