import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { testCertificates } from './certificates.ts';

export interface Taken {
  from: string;
  to: string[];
  /** The message as it came: headers, an empty line, the body. */
  raw: string;
  isEncrypted: boolean;
  user: string | undefined;
}

export interface MailServer extends AsyncDisposable {
  url: string;
  ca: string;
  taken: Taken[];
  /** What it answers to a recipient and to a message from now on; undefined: yes. */
  atRecipient: Refusal | undefined;
  atMessage: Refusal | undefined;
  /** Called when a message has arrived, before the sender hears of it. */
  onMessage: (() => Promise<void>) | undefined;
  onRecipient: (() => void) | undefined;
  /** Ends all connections without a word. */
  breakOff: () => void;
}

interface Refusal {
  code: number;
  says: string;
}

/** A mail server of its own on a free port; with a password it wants STARTTLS and that password. */
export async function startMailServer({
  port = 0,
  password,
  isPlain = false,
}: {
  port?: number;
  password?: string;
  isPlain?: boolean;
} = {}) {
  const { ca, key, cert } = await testCertificates();
  const sockets: Socket[] = [];
  const state: Omit<MailServer, 'url' | typeof Symbol.asyncDispose> = {
    ca,
    taken: [],
    atRecipient: undefined,
    atMessage: undefined,
    onMessage: undefined,
    onRecipient: undefined,
    breakOff: () => {
      for (const socket of sockets.splice(0)) socket.destroy();
    },
  };
  const options: SMTPServerOptions = {
    key,
    cert,
    logger: false,
    disableReverseLookup: true,
    authOptional: password === undefined,
    // Takes passwords in the open, as somebody who listens in would.
    ...(isPlain && { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }),
    onAuth: ({ username, password: given }, _session, callback) =>
      given === password
        ? callback(null, { user: username })
        : callback(refused({ code: 535, says: 'wrong password' })),
    onRcptTo(_address, _session, callback) {
      state.onRecipient?.();
      callback(state.atRecipient && refused(state.atRecipient));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        await state.onMessage?.();
        if (state.atMessage) return callback(refused(state.atMessage));
        const { mailFrom, rcptTo } = session.envelope;
        state.taken.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
          isEncrypted: session.secure,
          user: session.user,
        });
        callback();
      });
    },
  };
  const server = new SMTPServer(options);
  // A sender that is killed breaks its connection.
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: open } = server.server.address() as AddressInfo;
  return Object.assign(state, {
    url: `smtp://${password === undefined ? '' : `sender%40example.com:${encodeURIComponent(password)}@`}127.0.0.1:${open}`,
    port: open,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

function refused({ code, says }: Refusal): Error {
  return Object.assign(new Error(says), { responseCode: code });
}

/** The headers of a message with folded lines joined, and its parts by content type, decoded. */
export function readMessage(raw: string): { headers: string[]; parts: Record<string, string> } {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const headers = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const parts: Record<string, string> = {};
  collectParts(headers, rest.join('\r\n\r\n'), parts);
  return { headers, parts };
}

function collectParts(headers: string[], body: string, parts: Record<string, string>): void {
  const type = headerOf(headers, 'content-type');
  const boundary = /boundary="([^"]+)"/.exec(type)?.[1];
  if (boundary === undefined) {
    parts[type.split(';')[0] ?? ''] = decode(body, headerOf(headers, 'content-transfer-encoding'));
    return;
  }
  for (const part of body.split(`--${boundary}`).slice(1, -1)) {
    const [head = '', ...rest] = part.replace(/^\r\n|\r\n$/g, '').split('\r\n\r\n');
    collectParts(head.replace(/\r\n[ \t]+/g, ' ').split('\r\n'), rest.join('\r\n\r\n'), parts);
  }
}

function headerOf(headers: string[], name: string): string {
  const line = headers.find((one) => one.toLowerCase().startsWith(`${name}:`)) ?? '';
  return line.slice(name.length + 1).trim();
}

function decode(text: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString();
  if (encoding !== 'quoted-printable') return text;
  const joined = text.replace(/=\r\n/g, '');
  const bytes = joined.replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
