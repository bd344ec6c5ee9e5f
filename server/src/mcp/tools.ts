import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { holdsScope } from '../api/guard.ts';
import type { Json } from '../api/openapi/json.ts';
import { parametersOf } from '../api/openapi/parameters.ts';
import { createSchemaRegistry, type SchemaRegistry } from '../api/openapi/schema-registry.ts';
import type { Caller, Route } from '../api/route.ts';
import { snakeCase } from '../base/names.ts';
import { LONGEST_PAGE } from '../store/pages.ts';
import { CATALOGUE, type ToolWords } from './catalogue.ts';

/** A route as a model sees it. */
export interface RouteTool {
  tool: Tool;
  route: Route;
  words: ToolWords;
  /** Where each argument goes. */
  places: Map<string, 'path' | 'query' | 'body'>;
}

/** One tool for each route of the catalogue. What the API cannot do cannot be done here either. */
export function toolsOf(routes: Route[]): RouteTool[] {
  const registry = createSchemaRegistry();
  return CATALOGUE.flatMap((words) => {
    const route = routes.find(({ operation }) => operation === words.operation);
    return route ? [toolOf(route, words, registry)] : [];
  });
}

/** Whether a caller is offered a tool. */
export function isFor({ scopes, mode }: Caller, { route, words }: RouteTool): boolean {
  return holdsScope(scopes, route.scope) && (mode === 'test' || !words.isSandboxOnly);
}

function toolOf(route: Route, words: ToolWords, registry: SchemaRegistry): RouteTool {
  const { properties, required, places } = argumentsOf(route, words, registry);
  const isReadOnly = route.method === 'GET' || words.isReadOnly === true;
  return {
    route,
    words,
    places,
    tool: {
      name: snakeCase(route.operation),
      description: [`${route.summary}.`, words.says].filter(Boolean).join(' '),
      inputSchema: { type: 'object', properties, required, additionalProperties: false },
      annotations: {
        readOnlyHint: isReadOnly,
        ...(isReadOnly ? {} : { destructiveHint: route.method === 'DELETE', idempotentHint: route.method !== 'POST' }),
        openWorldHint: words.isOpenWorld === true,
      },
    },
  };
}

function argumentsOf(route: Route, words: ToolWords, registry: SchemaRegistry) {
  const properties: Record<string, object> = {};
  const required: string[] = [];
  const places: RouteTool['places'] = new Map();
  for (const one of parametersOf(route, registry)) {
    const { name, in: place, description, schema } = one as { name: string; in: string; [key: string]: unknown };
    if (place !== 'path' && place !== 'query') continue;
    properties[name] = PAGING[name]?.(words) ?? compact({ ...(schema as Json), description }, registry);
    if (one.required) required.push(name);
    places.set(name, place);
  }
  const body = bodyOf(route, registry);
  for (const [name, schema] of Object.entries(body.properties)) {
    // An argument has one name and one place.
    if (places.has(name)) throw new Error(`${route.operation}: ${name} is both in the query and in the body`);
    properties[name] = compact(schema, registry);
    places.set(name, 'body');
  }
  return { properties, required: [...required, ...body.required], places };
}

/** Every list has these two, and a model knows what they are: said in few words, since they are said so often. */
const PAGING: Record<string, (words: ToolWords) => object> = {
  page: () => ({ type: 'integer', minimum: 1, default: 1 }),
  per_page: ({ perPage }) => ({ type: 'integer', minimum: 1, maximum: LONGEST_PAGE, default: perPage ?? 20 }),
};

interface ObjectSchema {
  properties?: Record<string, Json>;
  required?: string[];
}

/** Where a body may have several shapes, the arguments of all: many clients refuse a choice at the top of a schema. */
function bodyOf({ body, bodyShape }: Route, registry: SchemaRegistry) {
  const shapes = bodyShape instanceof z.ZodUnion ? (bodyShape.options as z.ZodType[]) : body ? [body] : [];
  const described = shapes.map((shape): ObjectSchema => resolve(registry.describe(shape, 'input'), registry));
  const [first, ...others] = described.map(({ required = [] }) => required);
  return {
    properties: Object.assign({}, ...described.map(({ properties }) => properties)) as Record<string, Json>,
    required: first?.filter((name) => others.every((required) => required.includes(name))) ?? [],
  };
}

/** Without what a model does not need: examples, patterns, and names that would have to be looked up. */
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
