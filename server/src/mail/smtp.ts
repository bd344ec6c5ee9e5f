import { createHash } from 'node:crypto';
import { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { createTransport } from 'nodemailer';
import { withDeadline } from '../base/deadline.ts';
import { SetupError } from '../base/errors.ts';
import { parseUrl } from '../base/parse-url.ts';
import { parseSender } from './address.ts';

export interface SmtpSettings {
  /** `smtps://user:password@host:465` or `smtp://host:587`. */
  url: string;
  /** `Name <address>`; without it the user of `url`, when that is an address. */
  from: string | undefined;
  /** Trusted beside the authorities that Node brings. */
  ca?: string;
}

export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** What the message's id is made of: the same email sent again has the same id, and receivers can drop it. */
  key: string;
  attachment?: { filename: string; contentType: string; content: Buffer } | undefined;
}

export interface Smtp {
  /**
   * Resolves when the mail server has taken the message; the signal ends the conversation. An error that comes when the
   * whole message was handed over, so that it may have been taken, has `isAfterMessage`.
   */
  send(message: Message, signal?: AbortSignal): Promise<void>;
}

const CONNECT_MS = 10_000;
const GREETING_MS = 10_000;
// After the last line of a message a server may think for long; giving up too soon means a repeat.
const SILENCE_MS = 90_000;
// The others begin anew with every byte; nothing but this ends a conversation that drips.
export const CONVERSATION_MS = 180_000;

/** The way to the operator's mail server, a connection per email. Says in one sentence what is wrong with the settings. */
export function createSmtp(settings: SmtpSettings): Smtp {
  const server = parseSmtpUrl(settings.url);
  const from = parseSender(settings.from ?? server.auth?.user ?? '');
  if (!from) throw new SetupError('MAIL_FROM must be the address emails come from: Visibility <alerts@example.com>.');
  const options = {
    ...server,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
    dnsTimeout: CONNECT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(settings.ca === undefined ? {} : { tls: { ca: settings.ca } }),
  };
  return {
    async send({ to, subject, text, html, key, attachment }, signal) {
      // A socket of ours, because a conversation can only be ended by its socket.
      const socket = new Socket();
      const transport = createTransport({ ...options, socket });
      const wholeMessage = new PassThrough();
      transport.use('stream', (mail, done) => {
        mail.message.transform(wholeMessage);
        done();
      });
      const sending = transport.sendMail({
        from,
        // An object: in a text a comma would make two recipients of one.
        to: { name: '', address: to },
        envelope: { from: from.address, to: [to] },
        messageId: messageId(key, from.address),
        headers: { 'Auto-Submitted': 'auto-generated' },
        subject,
        text,
        html,
        attachments: attachment ? [attachment] : [],
      });
      try {
        await withDeadline(CONVERSATION_MS, signal, (end) => untilEnd(sending, socket, end));
      } catch (error) {
        // Its end is read only after the server has asked for the message.
        throw Object.assign(error as Error, { isAfterMessage: wholeMessage.readableEnded });
      }
    },
  };
}

/** Passwords travel encrypted or not at all. On this very machine, without one, a certificate would prove nothing. */
function parseSmtpUrl(text: string) {
  const url = parseUrl(text);
  const isSecure = url?.protocol === 'smtps:';
  if (!url || !(isSecure || url.protocol === 'smtp:') || !url.hostname || !/^\/?$/.test(url.pathname) || url.search) {
    throw new SetupError(
      'SMTP_URL must look like smtps://user:password@mail.example.com:465 or smtp://mail.example.com:587 (write @ : / in a password as %40 %3A %2F).',
    );
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const auth = url.username ? { user: decoded(url.username), pass: decoded(url.password) } : undefined;
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
  return {
    host,
    port: url.port ? Number(url.port) : isSecure ? 465 : 587,
    secure: isSecure,
    requireTLS: !isSecure && auth !== undefined,
    ignoreTLS: !isSecure && auth === undefined && isHere,
    ...(auth && { auth }),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new SetupError('SMTP_URL has a % in its user name or password that stands for nothing: write it as %25.');
  }
}

function messageId(key: string, from: string): string {
  const name = createHash('sha256').update(key).digest('hex').slice(0, 40);
  return `<${name}@${from.slice(from.indexOf('@') + 1)}>`;
}

async function untilEnd(sending: Promise<unknown>, socket: Socket, end: AbortSignal): Promise<void> {
  const hangUp = () => socket.destroy();
  end.addEventListener('abort', hangUp);
  if (end.aborted) hangUp();
  await sending;
}
