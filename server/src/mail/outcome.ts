import type { MailOutcome } from '../store/mail/outbox.ts';
import { oneLine } from './text.ts';

/** Seconds until each retry of an email that the mail server deferred. After the last retry it is given up. */
export const RETRY_DELAYS = [60, 300, 1_800, 7_200, 21_600, 86_400];

// If the server is unreachable, or rejects us rather than the email, we retry for a week.
const TROUBLE_DELAYS = [60, 300];
export const MOST_TROUBLES = 7 * 24 * 12;
// A server that disconnects after the whole message may have accepted it, so the number of retries is limited.
const MOST_UNCERTAIN = 3;

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  /** The error came after the whole message was sent. */
  isAfterMessage?: boolean;
}

/**
 * What a failed attempt means. A reply to the recipient or to the message is about the email: 4xx defers it, 5xx
 * rejects it. If no reply came after the message, the email may have been accepted: this counts as an attempt, and the
 * third is the last. Earlier errors (no connection, no encryption, a wrong password, a sender without permission) are
 * about our setup or the server. They do not count as attempts.
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
    return { result: 'deferred', error: `No reply after the message, so it may have arrived: ${said}`, retryInSeconds };
  }
  const retryInSeconds = TROUBLE_DELAYS[troubles] ?? TROUBLE_DELAYS.at(-1);
  return { result: 'trouble', error: said, retryInSeconds: troubles + 1 < MOST_TROUBLES ? retryInSeconds : undefined };
}
