import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { API_VERSION } from '../api/version.ts';
import { SetupError } from '../base/errors.ts';
import type { Call } from './command.ts';

const NAME = { name: 'visibility', title: 'Visibility Data Service', version: API_VERSION };
/** Advancing a sandbox or re-analyzing answers takes longer than the default client timeout of one minute. */
const PATIENCE_MS = 600_000;

/**
 * Forwards stdin to the `/mcp` endpoint of a running server until stdin ends. For assistants that start a local
 * program.
 */
export async function run({ environment }: Call): Promise<undefined> {
  const upstream = await connect(addressOf(environment.VISIBILITY_URL), environment.VISIBILITY_API_KEY);
  const server = new Server(NAME, {
    capabilities: { tools: {} },
    instructions: upstream.getInstructions() ?? '',
  });
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => upstream.listTools(params));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => passOn(upstream, params));
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
  });
  await server.connect(new StdioServerTransport() as Transport);
  await ended;
  await server.close();
  await upstream.close();
}

function addressOf(url: string | undefined): URL {
  const text = url ?? 'http://localhost:4000';
  try {
    return new URL('/mcp', text);
  } catch {
    throw new SetupError(`VISIBILITY_URL must be a URL such as https://visibility.example.com, not "${text}".`);
  }
}

async function connect(address: URL, key: string | undefined): Promise<Client> {
  if (!key) {
    throw new SetupError(
      'VISIBILITY_API_KEY is not set. Create a key with visibility keys create. Set VISIBILITY_URL to the URL of the server.',
    );
  }
  const client = new Client(NAME);
  const headers = { authorization: `Bearer ${key}` };
  try {
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }) as Transport);
  } catch (error) {
    throw new SetupError(`Cannot use ${address.origin}: ${reasonOf(error)}`);
  }
  return client;
}

type ToolParams = Parameters<Client['callTool']>[0];

/** A later failure, such as a revoked key, becomes a tool error, so that the assistant can report it. */
async function passOn(upstream: Client, params: ToolParams): Promise<CallToolResult> {
  try {
    return (await upstream.callTool(params, undefined, { timeout: PATIENCE_MS })) as CallToolResult;
  } catch (error) {
    if (error instanceof McpError) throw error;
    return { isError: true, content: [{ type: 'text', text: reasonOf(error) }] };
  }
}

/** The server's own error message, if it sent one. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  const detail = /\{"detail":"(?:[^"\\]|\\.)*"\}/.exec(message)?.[0];
  if (detail) return JSON.parse(detail).detail;
  const code = (cause as { code?: string } | undefined)?.code;
  return code ? `${message} (${code}). Check that the server is running there.` : message;
}
