import { z } from 'zod';
import type { Json } from '../api/openapi/json.ts';
import { parametersOf } from '../api/openapi/parameters.ts';
import type { SchemaRegistry } from '../api/openapi/schema-registry.ts';
import type { Route } from '../api/route.ts';
import { own } from '../base/own.ts';

export type Place = 'path' | 'query' | 'body';

/** Only what a model needs to fill in an argument. The route checks the limits and explains what is wrong. */
export interface ArgumentSchema {
  type?: string | string[];
  enum?: unknown[];
  items?: ArgumentSchema;
}

interface Arguments {
  schemas: Record<string, ArgumentSchema>;
  places: Map<string, Place>;
  required: string[];
}

/** The arguments of a route: path, query and body together. */
export function argumentsOf(route: Route, registry: SchemaRegistry): Arguments {
  const found: Arguments = { schemas: {}, places: new Map(), required: [] };
  const add = (name: string, place: Place, schema: Json) => {
    if (found.places.has(name)) throw new Error(`${route.operation}: ${name} is both in the query and in the body`);
    found.places.set(name, place);
    found.schemas[name] = shorten(schema, registry);
  };
  for (const one of parametersOf(route, registry)) {
    const { name, in: place, schema, required } = one as { name: string; in: string; schema: Json; required?: boolean };
    if (place !== 'path' && place !== 'query') continue;
    add(name, place, schema);
    if (required) found.required.push(name);
  }
  const body = bodyOf(route, registry);
  for (const [name, schema] of Object.entries(body.properties)) add(name, 'body', schema);
  found.required.push(...body.required);
  return found;
}

/** One schema for an argument of several routes: the values of all of them. */
export function mergeSchemas(known: ArgumentSchema | undefined, added: ArgumentSchema): ArgumentSchema {
  if (!known) return added;
  const values = known.enum && added.enum && [...new Set([...known.enum, ...added.enum])];
  const types = [...new Set([known.type, added.type].flat())].filter((type) => type !== undefined);
  if (values) return { type: 'string', enum: values };
  return { ...((known.items ?? added.items) && { items: known.items ?? added.items }), ...typeOf(types) };
}

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

function shorten(schema: Json, registry: SchemaRegistry): ArgumentSchema {
  const { type, enum: values, items, anyOf } = resolve(schema, registry) as Json & { anyOf?: Json[] };
  if (anyOf) return anyOf.map((one) => shorten(one, registry)).reduce(mergeSchemas);
  if (values) return { type: 'string', enum: values as unknown[] };
  return {
    ...typeOf(type === undefined ? [] : [type as string]),
    ...(items ? { items: shorten(items as Json, registry) } : {}),
  };
}

function typeOf(types: string[]): ArgumentSchema {
  const [only, ...others] = types;
  if (only === undefined) return {};
  return { type: others.length === 0 ? only : types };
}

function resolve(schema: Json, registry: SchemaRegistry): Json {
  const { $ref, ...rest } = schema;
  return $ref === undefined ? schema : { ...own(registry.named, String($ref).split('/').at(-1) ?? ''), ...rest };
}
