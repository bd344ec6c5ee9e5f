import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { holdsScope } from '../api/guard.ts';
import type { Json } from '../api/openapi/json.ts';
import { parametersOf } from '../api/openapi/parameters.ts';
import { createSchemaRegistry, type SchemaRegistry } from '../api/openapi/schema-registry.ts';
import type { Caller, Route } from '../api/route.ts';
import { snakeCase } from '../base/names.ts';
import { LONGEST_PAGE } from '../store/pages.ts';
import { CATALOG, type ToolEntry } from './catalog.ts';

/** A route as an MCP tool. */
export interface RouteTool {
  tool: Tool;
  route: Route;
  entry: ToolEntry;
  /** Where each argument goes. */
  places: Map<string, 'path' | 'query' | 'body'>;
}

/** One tool for each route in the catalog. Tools can do nothing that the API cannot do. */
export function toolsOf(routes: Route[]): RouteTool[] {
  const registry = createSchemaRegistry();
  return CATALOG.flatMap((entry) => {
    const route = routes.find(({ operation }) => operation === entry.operation);
    return route ? [toolOf(route, entry, registry)] : [];
  });
}

/** Whether a caller may see a tool. */
export function isFor({ scopes, mode }: Caller, { route, entry }: RouteTool): boolean {
  return holdsScope(scopes, route.scope) && (mode === 'test' || !entry.isSandboxOnly);
}

function toolOf(route: Route, entry: ToolEntry, registry: SchemaRegistry): RouteTool {
  const { properties, required, places } = argumentsOf(route, entry, registry);
  const isReadOnly = route.method === 'GET' || entry.isReadOnly === true;
  return {
    route,
    entry,
    places,
    tool: {
      name: snakeCase(route.operation),
      description: [`${route.summary}.`, entry.description].filter(Boolean).join(' '),
      inputSchema: { type: 'object', properties, required, additionalProperties: false },
      annotations: {
        readOnlyHint: isReadOnly,
        ...(isReadOnly ? {} : { destructiveHint: route.method === 'DELETE', idempotentHint: route.method !== 'POST' }),
        openWorldHint: entry.isOpenWorld === true,
      },
    },
  };
}

function argumentsOf(route: Route, entry: ToolEntry, registry: SchemaRegistry) {
  const properties: Record<string, object> = {};
  const required: string[] = [];
  const places: RouteTool['places'] = new Map();
  for (const one of parametersOf(route, registry)) {
    const { name, in: place, description, schema } = one as { name: string; in: string; [key: string]: unknown };
    if (place !== 'path' && place !== 'query') continue;
    properties[name] = PAGING[name]?.(entry) ?? compact({ ...(schema as Json), description }, registry);
    if (one.required) required.push(name);
    places.set(name, place);
  }
  const body = bodyOf(route, registry);
  for (const [name, schema] of Object.entries(body.properties)) {
    // An argument name must be unique across path, query and body.
    if (places.has(name)) throw new Error(`${route.operation}: ${name} is both in the query and in the body`);
    properties[name] = compact(schema, registry);
    places.set(name, 'body');
  }
  return { properties, required: [...required, ...body.required], places };
}

/** Short schemas without descriptions, because every list has these two and models know them. */
const PAGING: Record<string, (entry: ToolEntry) => object> = {
  page: () => ({ type: 'integer', minimum: 1, default: 1 }),
  per_page: ({ perPage }) => ({ type: 'integer', minimum: 1, maximum: LONGEST_PAGE, default: perPage ?? 20 }),
};

interface ObjectSchema {
  properties?: Record<string, Json>;
  required?: string[];
}

/**
 * For a body with several shapes, returns the arguments of all of them: many clients reject a union at the top of a
 * schema.
 */
function bodyOf({ body, bodyShape }: Route, registry: SchemaRegistry) {
  const shapes = bodyShape instanceof z.ZodUnion ? (bodyShape.options as z.ZodType[]) : body ? [body] : [];
  const described = shapes.map((shape): ObjectSchema => resolve(registry.describe(shape, 'input'), registry));
  const [first, ...others] = described.map(({ required = [] }) => required);
  return {
    properties: Object.assign({}, ...described.map(({ properties }) => properties)) as Record<string, Json>,
    required: first?.filter((name) => others.every((required) => required.includes(name))) ?? [],
  };
}

/** Removes what models do not need: examples, patterns and references. */
function compact(schema: Json, registry: SchemaRegistry): Json {
  const { examples: _, pattern: __, ...rest } = resolve(schema, registry);
  const texts = rest.anyOf as Json[] | undefined;
  if (texts?.every(({ type }) => type === 'string')) return { type: 'string', ...describedBy(rest) };
  return Object.fromEntries(
    Object.entries(rest)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, compactValue(value, registry)]),
  );
}

function compactValue(value: unknown, registry: SchemaRegistry): unknown {
  if (Array.isArray(value)) return value.map((one) => (isObject(one) ? compact(one, registry) : one));
  return isObject(value) ? compact(value, registry) : value;
}

function describedBy({ description }: Json): Json {
  return description === undefined ? {} : { description };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function resolve(schema: Json, registry: SchemaRegistry): Json {
  const { $ref, ...rest } = schema;
  return $ref === undefined ? schema : { ...registry.named[String($ref).split('/').at(-1) ?? ''], ...rest };
}
