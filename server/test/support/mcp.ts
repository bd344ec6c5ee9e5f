import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

/** The official client, connected to a server's `/mcp` with a key or token. */
export async function connectMcp(server: { url: string }, key?: string) {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', server.url), { requestInit }) as Transport);
  return {
    client,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    ask: (name: string, args: Record<string, unknown> = {}) => askTool(client, name, args),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

export async function askTool(client: Client, name: string, args: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: args });
  const [first] = result.content as { type: string; text: string }[];
  const isError = result.isError === true;
  const text = first?.text ?? '';
  return { isError, text, body: isError ? undefined : JSON.parse(text) };
}
