import { type ZodType, z } from 'zod';
import type { Route } from '../route.ts';
import { errorResponses } from './errors.ts';
import { headersOf, RATE_HEADERS, STAMPS } from './headers.ts';
import type { Json } from './json.ts';
import { parametersOf } from './parameters.ts';
import type { SchemaBook } from './schema-book.ts';
import { nounOf } from './tags.ts';

const STATUS_WORDS: Record<string, string> = {
  200: 'Done.',
  201: 'Made.',
  202: 'Taken: it is being done.',
  204: 'Done. There is nothing to say.',
};

/** One endpoint as the document describes it. */
export function operationOf(route: Route, book: SchemaBook): Json {
  const shape = route.bodyShape ?? route.body;
  return {
    operationId: route.operation,
    summary: route.summary,
    description: `Needs the \`${route.scope}\` scope.`,
    tags: [nounOf(route.path)],
    security: [{ apiKey: [] }, { oauth: [route.scope] }],
    parameters: parametersOf(route, book),
    ...(shape ? { requestBody: bodyOf(route, shape, book) } : {}),
    responses: { ...successes(route, book), ...notModified(route), ...errorResponses(route) },
  };
}

function bodyOf({ takesNdjson }: Route, shape: ZodType, book: SchemaBook): Json {
  const schema = book.describe(shape, 'input');
  const example = book.exampleOf(schema);
  const line = { schema: { type: 'string' }, example: `${JSON.stringify(example)}\n` };
  return {
    required: true,
    content: {
      'application/json': { schema, ...(example === undefined ? {} : { example }) },
      ...(takesNdjson ? { 'application/x-ndjson': line } : {}),
    },
  };
}

function successes(route: Route, book: SchemaBook): Json {
  const entries = Object.entries(route.responses).map(([status, schema]) => {
    const isPaged = route.query instanceof z.ZodObject && 'page' in route.query.shape;
    const isMade = status === '201';
    const sometimes = [
      ...(route.method === 'GET' ? ['ETag'] : []),
      ...(isMade ? ['Location'] : []),
      ...(route.method === 'POST' ? ['Idempotent-Replayed'] : []),
    ];
    const headers = headersOf([...STAMPS, ...RATE_HEADERS, ...(isPaged ? ['Link'] : [])], sometimes);
    const description = STATUS_WORDS[status] ?? 'Done.';
    return [status, { description, headers, ...contentOf(schema, book) }];
  });
  return Object.fromEntries(entries);
}

function contentOf(schema: ZodType, book: SchemaBook): Json {
  if (schema instanceof z.ZodUndefined) return {};
  const described = book.describe(schema, 'output');
  if (schema instanceof z.ZodFile) return fileContent(described);
  const example = book.exampleOf(described);
  return {
    content: { 'application/json': { schema: described, ...(example === undefined ? {} : { example }) } },
  };
}

/** A report's file is in the format its record names. */
function fileContent(binary: Json): Json {
  return {
    content: {
      'application/pdf': { schema: binary },
      'text/csv': { schema: { type: 'string' } },
      'application/json': { schema: { type: 'object' }, example: { name: 'Weekly visibility', keywords: [] } },
    },
  };
}

function notModified({ method }: Route): Json {
  if (method !== 'GET') return {};
  const headers = headersOf([...STAMPS, ...RATE_HEADERS], ['ETag']);
  return { 304: { description: 'Nothing changed since `If-None-Match`. Counts as a request.', headers } };
}
