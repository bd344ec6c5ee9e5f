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
  /** `Name <address>`. Default: the user of `url`, if that is an address. */
  from: string | undefined;
  /** Trusted in addition to Node's certificate authorities. */
  ca?: string;
}

export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The Message-ID is derived from it. An email sent again has the same id, so that receivers can drop it. */
  key: string;
  attachment?: { filename: string; contentType: string; content: Buffer } | undefined;
}

export interface Smtp {
  /**
   * Resolves when the mail server has accepted the message. The signal closes the connection. An error after the whole
   * message was sent has `isAfterMessage`, because the message may have been accepted.
   */
  send(message: Message, signal?: AbortSignal): Promise<void>;
}

const CONNECT_MS = 10_000;
const GREETING_MS = 10_000;
// A server may take long to reply after the last line of a message. Giving up too early would cause a repeat.
const SILENCE_MS = 90_000;
// The other timeouts restart with every byte. Only this one ends a session that sends single bytes.
export const CONVERSATION_MS = 180_000;

/** Sends through the operator's mail server, with one connection per email. Throws if the settings are invalid. */
export function createSmtp(settings: SmtpSettings): Smtp {
  const server = parseSmtpUrl(settings.url);
  const from = parseSender(settings.from ?? server.auth?.user ?? '');
  if (!from) throw new SetupError('MAIL_FROM must be the sender of emails, such as Visibility <alerts@example.com>.');
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
      // Our own socket, because closing the socket is the only way to end a session.
      const socket = new Socket();
      const transport = createTransport({ ...options, socket });
      const wholeMessage = new PassThrough();
      transport.use('stream', (mail, done) => {
        mail.message.transform(wholeMessage);
        done();
      });
      const sending = transport.sendMail({
        from,
        // An object, because in a string a comma would separate two recipients.
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
        // The stream ends only after the server has asked for the message.
        throw Object.assign(error as Error, { isAfterMessage: wholeMessage.readableEnded });
      }
    },
  };
}

/** Passwords are only sent encrypted. On this machine, without a password, a certificate would prove nothing. */
function parseSmtpUrl(text: string) {
  const url = parseUrl(text);
  const isSecure = url?.protocol === 'smtps:';
  if (!url || !(isSecure || url.protocol === 'smtp:') || !url.hostname || !/^\/?$/.test(url.pathname) || url.search) {
    throw new SetupError(
      'SMTP_URL must look like smtps://user:password@mail.example.com:465 or smtp://mail.example.com:587. Write @ : / in a password as %40 %3A %2F.',
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
    throw new SetupError('SMTP_URL contains an unescaped % in the user name or password. Write it as %25.');
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
