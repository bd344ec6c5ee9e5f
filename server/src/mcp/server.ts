import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../api/route.ts';
import { API_VERSION } from '../api/version.ts';
import { type CallDeps, callTool } from './call.ts';
import { INSTRUCTIONS } from './catalog.ts';
import { isFor, type RouteTool } from './tools.ts';

export interface Conversation {
  caller: Caller;
  request: FastifyRequest;
}

/** A server for one caller. It lists only the tools this caller may use, and works only in the caller's workspace. */
export function createMcpServer(deps: CallDeps, tools: RouteTool[], { caller, request }: Conversation): Server {
  const server = new Server(
    { name: 'visibility', title: 'Visibility Data Service', version: API_VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: tools.filter((tool) => isFor(caller, tool)).map(({ tool }) => tool),
  }));
  server.setRequestHandler('tools/call', ({ params }) => {
    const tool = tools.find((one) => one.tool.name === params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    return callTool(deps, tool, { caller, request, args: params.arguments ?? {} });
  });
  return server;
}
