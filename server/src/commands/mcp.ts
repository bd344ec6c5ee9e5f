import { createInterface } from 'node:readline';
import { SetupError } from '../base/errors.ts';
import type { Call } from './command.ts';

/** A message of JSON-RPC. Notifications have no id. */
interface Message {
  id?: string | number;
  method?: string;
  params?: { name?: string; _meta?: Record<string, unknown> };
}

type Send = (message: Message) => Promise<string>;

/**
 * Forwards stdin to the `/mcp` endpoint of a running server until stdin ends. For assistants that start a local
 * program. Messages of every protocol version pass unchanged.
 */
export async function run({ environment }: Call): Promise<undefined> {
  const address = addressOf(environment.VISIBILITY_URL);
  const send = sender(address, environment.VISIBILITY_API_KEY);
  await send({ id: 0, method: 'ping' }).catch((error) => {
    throw new SetupError(`Cannot use ${address.origin}: ${reasonOf(error)}`);
  });
  const waiting = new Set<Promise<void>>();
  for await (const line of createInterface({ input: process.stdin })) {
    const one = forward(send, line).finally(() => waiting.delete(one));
    waiting.add(one);
  }
  await Promise.all(waiting);
}

function addressOf(url: string | undefined): URL {
  const text = url ?? 'http://localhost:4000';
  try {
    return new URL('/mcp', text);
  } catch {
    throw new SetupError(`VISIBILITY_URL must be a URL such as https://visibility.example.com, not "${text}".`);
  }
}

function sender(address: URL, key: string | undefined): Send {
  if (!key) {
    throw new SetupError(
      'VISIBILITY_API_KEY is not set. Create a key with visibility keys create. Set VISIBILITY_URL to the URL of the server.',
    );
  }
  return async (message) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headersOf(message) },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
    const text = await response.text();
    if (response.ok || text.includes('"jsonrpc"')) return text;
    throw new Error(detailOf(text) ?? `HTTP ${response.status}`);
  };
}

/** The headers that repeat parts of a message since the revision 2026-07-28. */
function headersOf({ method = '', params }: Message): Record<string, string> {
  const version = params?._meta?.['io.modelcontextprotocol/protocolVersion'];
  if (typeof version !== 'string') return {};
  return {
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(params?.name !== undefined && { 'mcp-name': params.name }),
  };
}

/** A failure, such as a revoked key, becomes a tool error, so that the assistant can report it. */
async function forward(send: Send, line: string): Promise<void> {
  let message: Message = {};
  try {
    message = JSON.parse(line) as Message;
    print(await send(message));
  } catch (error) {
    if (message.id === undefined) return;
    const text = reasonOf(error as Error);
    const result = { isError: true, content: [{ type: 'text', text }] };
    const failed = message.method === 'tools/call' ? { result } : { error: { code: -32603, message: text } };
    print(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...failed }));
  }
}

function print(text: string): void {
  if (text !== '') process.stdout.write(`${text}\n`);
}

function detailOf(text: string): string | undefined {
  try {
    return JSON.parse(text).detail;
  } catch {
    return undefined;
  }
}

function reasonOf({ message, cause }: Error): string {
  const code = (cause as { code?: string } | undefined)?.code;
  return code ? `${message} (${code}). Check that the server is running there.` : message;
}
