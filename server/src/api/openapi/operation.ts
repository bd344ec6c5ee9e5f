import { type ZodType, z } from 'zod';
import { own } from '../../base/own.ts';
import { csvWriter } from '../csv.ts';
import { FORMAT_TYPES } from '../formats.ts';
import { recordsOf } from '../lists.ts';
import type { Route } from '../route.ts';
import { codeSamplesOf } from './code-samples.ts';
import { errorResponses } from './errors.ts';
import { headersOf, RATE_HEADERS, STAMPS } from './headers.ts';
import type { Json } from './json.ts';
import { parametersOf } from './parameters.ts';
import type { SchemaRegistry } from './schema-registry.ts';
import { nounOf } from './tags.ts';

const STATUS_TEXTS: Record<string, string> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted. Processing continues in the background.',
  204: 'Success. No content.',
};

const OTHER_FORMATS = ' Also available as CSV and NDJSON, by `Accept` or by adding `.csv` or `.ndjson` to the path.';

/** One endpoint in the OpenAPI document. */
export function operationOf(
  route: Route,
  registry: SchemaRegistry,
  { baseUrl, isDeprecated }: { baseUrl: string; isDeprecated: boolean },
): Json {
  const shape = route.bodyShape ?? route.body;
  const parameters = parametersOf(route, registry);
  const body = shape && registry.exampleOf(registry.describe(shape, 'input'));
  return {
    operationId: route.operation,
    summary: route.summary,
    description: `Requires the \`${route.scope}\` scope.${recordsOf(route) ? OTHER_FORMATS : ''}`,
    tags: [nounOf(route.path)],
    ...(isDeprecated && { deprecated: true }),
    security: [{ apiKey: [] }, { oauth: [route.scope] }],
    parameters,
    ...(shape ? { requestBody: bodyOf(route, shape, registry) } : {}),
    responses: { ...successes(route, registry), ...notModified(route), ...errorResponses(route) },
    'x-codeSamples': codeSamplesOf({ route, parameters, body, baseUrl }),
  };
}

function bodyOf({ operation, body, takesNdjson }: Route, shape: ZodType, registry: SchemaRegistry): Json {
  const schema = registry.describeAs(`${pascalCase(operation)}Input`, shape, 'input');
  const example = registry.exampleOf(schema);
  const line = { schema: { type: 'string' }, example: `${JSON.stringify(example)}\n` };
  return {
    required: shape !== body || !shape.safeParse(undefined).success,
    content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
    ...(takesNdjson && { 'x-formats': { [FORMAT_TYPES.ndjson]: line } }),
  };
}

function successes(route: Route, registry: SchemaRegistry): Json {
  const entries = Object.entries(route.responses).map(([status, schema]) => {
    const isPaged = route.query instanceof z.ZodObject && 'page' in route.query.shape;
    // A route that may also return 200 does not always create something, so it has no `Location`.
    const isMade = status === '201' && !(200 in route.responses);
    const records = recordsOf(route);
    const isList = records !== undefined;
    const always = [...STAMPS, ...RATE_HEADERS, ...(route.method === 'GET' && !isList ? ['ETag'] : [])];
    const sometimes = [
      ...(isList ? ['ETag', 'Content-Disposition'] : []),
      ...(isPaged ? ['Link'] : []),
      ...(isMade ? ['Location'] : []),
      ...(route.method === 'POST' ? ['Idempotent-Replayed'] : []),
    ];
    const headers = headersOf(always, sometimes);
    const description = own(STATUS_TEXTS, status) ?? 'Success.';
    const content = contentOf(`${pascalCase(route.operation)}Result`, schema, registry);
    return [status, { description, headers, ...content, ...(records && { 'x-formats': formatsOf(content, records) }) }];
  });
  return Object.fromEntries(entries);
}

/**
 * What else a list can be sent as. Not under `content`, where clients take every type as a possible response: a list
 * would be typed as a list or a text.
 */
function formatsOf({ content }: Json, records: ZodType[]): Json {
  const json = (content as Record<string, Json>)['application/json'];
  const { data = [] } = (json?.example ?? {}) as { data?: object[] };
  const write = csvWriter(records, data[0]);
  const examples = {
    csv: write('header') + write(data),
    ndjson: data.map((record) => `${JSON.stringify(record)}\n`).join(''),
  };
  const text = (example: string) => ({ schema: { type: 'string' }, ...(data.length > 0 && { example }) });
  return { [FORMAT_TYPES.csv]: text(examples.csv), [FORMAT_TYPES.ndjson]: text(examples.ndjson) };
}

function contentOf(id: string, schema: ZodType, registry: SchemaRegistry): Json {
  if (schema instanceof z.ZodUndefined) return {};
  if (schema instanceof z.ZodFile) return { content: fileTypes(schema, registry) };
  const described = registry.describeAs(id, schema, 'output');
  const example = registry.exampleOf(described);
  return {
    content: { 'application/json': { schema: described, ...(example === undefined ? {} : { example }) } },
  };
}

/** `z.file().mime([…])` lists the types. A plain `z.file()` may have any type. */
function fileTypes(schema: ZodType, registry: SchemaRegistry): Json {
  const { anyOf, contentMediaType } = registry.describe(schema, 'output') as {
    anyOf?: Json[];
    contentMediaType?: string;
  };
  const types = [contentMediaType, ...(anyOf ?? []).map((one) => one.contentMediaType as string | undefined)];
  const named = types.filter((type) => type !== undefined);
  const file = { schema: { type: 'string', format: 'binary' } };
  return Object.fromEntries((named.length > 0 ? named : ['*/*']).map((type) => [type, file]));
}

function notModified({ method }: Route): Json {
  if (method !== 'GET') return {};
  const headers = headersOf([...STAMPS, ...RATE_HEADERS, 'ETag'], []);
  return { 304: { description: 'Not changed since `If-None-Match`. Counts as a request.', headers } };
}

const pascalCase = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
