import type { Tool } from '@modelcontextprotocol/server';
import { holdsScope } from '../api/guard.ts';
import { createSchemaRegistry, type SchemaRegistry } from '../api/openapi/schema-registry.ts';
import type { Caller, Route } from '../api/route.ts';
import { own } from '../base/own.ts';
import { type ArgumentSchema, argumentsOf, mergeSchemas, type Place } from './arguments.ts';
import { CATALOG, type ToolEntry, type ToolPart } from './catalog.ts';

/** A tool as clients see it, with the routes behind it. */
export interface RouteTool {
  tool: Tool;
  entry: ToolEntry;
  parts: RoutePart[];
}

export interface RoutePart extends ToolPart {
  route: Route;
  /** Where each argument goes. */
  places: Map<string, Place>;
  required: string[];
}

/** The tools of the catalog. Tools can do nothing that the API cannot do. */
export function toolsOf(routes: Route[]): RouteTool[] {
  const registry = createSchemaRegistry();
  return CATALOG.map((entry) => toolOf(entry, routes, registry));
}

/** Whether a caller may see a tool. */
export function isFor({ scopes, mode }: Caller, { parts, entry }: RouteTool): boolean {
  return parts.every(({ route }) => holdsScope(scopes, route.scope)) && (mode === 'test' || !entry.isSandboxOnly);
}

function toolOf(entry: ToolEntry, routes: Route[], registry: SchemaRegistry): RouteTool {
  const listed: Record<string, ArgumentSchema> = {};
  const parts = entry.parts.map((part): RoutePart => {
    const route = routes.find(({ operation }) => operation === part.operation);
    if (!route) throw new Error(`${entry.name}: there is no operation ${part.operation}`);
    const { schemas, places, required } = argumentsOf(route, registry);
    for (const [name, schema] of Object.entries(schemas)) listed[name] = mergeSchemas(own(listed, name), schema);
    return { ...part, route, places, required };
  });
  return { entry, parts, tool: describe(entry, parts, listed) };
}

function describe(entry: ToolEntry, parts: RoutePart[], listed: Record<string, ArgumentSchema>): Tool {
  const { name, description, texts = {}, unlisted = [], isDestructive = false } = entry;
  const whats = parts.flatMap(({ what }) => what ?? []);
  // A tool that creates keywords has `keyword` for the new one.
  const shownName = (argument: string) => (argument === 'keyword_id' && !listed.keyword ? 'keyword' : argument);
  const properties = Object.entries(listed)
    .filter(([argument]) => !unlisted.includes(argument))
    .map(([argument, schema]) => {
      const text = own(texts, shownName(argument));
      return [shownName(argument), text === undefined ? schema : { ...schema, description: text }];
    });
  const [first, ...others] = parts.map(({ required }) => required);
  const inAll = first?.filter((argument) => others.every((required) => required.includes(argument))) ?? [];
  const required = [...(whats.length > 0 ? ['what'] : []), ...inAll.map(shownName)];
  const isReadOnly = parts.every(({ route }) => route.method === 'GET');
  return {
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: {
        ...(whats.length > 0 && { what: { type: 'string', enum: whats } }),
        ...Object.fromEntries(properties),
      },
      ...(required.length > 0 && { required }),
    },
    annotations: isReadOnly ? { readOnlyHint: true } : { destructiveHint: isDestructive },
  };
}
