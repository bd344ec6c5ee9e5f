import { own } from '../../base/own.ts';
import { PLATFORM_IDS } from '../../collect/platforms.ts';
import type { Route } from '../route.ts';
import type { Json } from './json.ts';
import type { SchemaRegistry } from './schema-registry.ts';

/** The id prefix of each resource. 26 characters follow. */
const ID_PREFIXES: Record<string, string> = {
  keyword: 'kw',
  mention: 'mnt',
  citation: 'cit',
  competitor: 'cmp',
  answer: 'ans',
  alert: 'alr',
  report: 'rpt',
  webhook: 'wh',
  delivery: 'dlv',
  event: 'evt',
};

/** Query parameters that mean the same in every list. An endpoint may override the description. */
const COMMON: Record<string, { description: string; example?: string }> = {
  keyword_id: { description: 'Filter by keyword.' },
  platform: { description: 'Filter by platform.', example: 'chatgpt' },
  tag: { description: 'Filter by keyword tag.', example: 'planning' },
  q: { description: 'Only keywords that contain this text.', example: 'board' },
  since: { description: 'Start of the range.', example: '2026-10-01' },
  until: { description: 'End of the range.', example: '2026-10-31' },
  status: { description: 'Filter by status.' },
  type: { description: 'Filter by type.' },
  sentiment: { description: 'Filter by sentiment.' },
};

/** The parameters of an endpoint: path, query and headers. */
export function parametersOf(route: Route, registry: SchemaRegistry): Json[] {
  return [...pathParameters(route.path), ...queryParameters(route, registry), ...headerParameters(route)];
}

/** The names in a path, such as `:keyword_id`. */
function namesIn(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
}

function pathParameters(path: string): Json[] {
  return namesIn(path).map((name) => ({ name, in: 'path', required: true, ...describePath(name) }));
}

function describePath(name: string): Json {
  if (name === 'platform') {
    return { description: 'Platform identifier.', schema: { type: 'string' }, example: PLATFORM_IDS[0] };
  }
  const noun = name.replace(/_id$/, '');
  const prefix = own(ID_PREFIXES, noun);
  return {
    description: `The ${noun.replaceAll('_', ' ')}’s id.`,
    schema: { type: 'string' },
    ...(prefix && { example: `${prefix}_01kq3v8r5j6n2e7m4c9b0xw1td` }),
  };
}

/** Describes the parsed type instead of the query text: an integer with limits rather than a pattern of digits. */
function queryParameters({ query }: Route, registry: SchemaRegistry): Json[] {
  if (!query) return [];
  const sent = registry.describe(query, 'input');
  const { properties: readAs = {} } = registry.describe(query, 'output') as { properties?: Record<string, Json> };
  const required = (sent.required ?? []) as string[];
  return Object.entries((sent.properties ?? {}) as Record<string, Json>).map(([name, asSent]) => {
    const asRead = own(readAs, name) ?? {};
    const isSayable = 'type' in asRead || '$ref' in asRead || 'anyOf' in asRead;
    const { description = own(COMMON, name)?.description, examples, ...schema } = isSayable ? asRead : asSent;
    const example = (examples as unknown[] | undefined)?.[0] ?? commonExample(name, schema);
    return {
      name,
      in: 'query',
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema,
      ...(example === undefined ? {} : { example }),
    };
  });
}

function commonExample(name: string, { format }: Json): string | undefined {
  const example = own(COMMON, name)?.example;
  // Some lists filter by time, some by day.
  return example !== undefined && format === 'date-time' ? `${example}T00:00:00Z` : example;
}

function headerParameters({ method }: Route): Json[] {
  const text = { type: 'string' };
  if (method === 'GET') {
    const description = 'An `ETag` from an earlier response. Returns 304 if nothing changed.';
    return [{ name: 'If-None-Match', in: 'header', required: false, description, schema: text }];
  }
  if (method === 'POST') {
    const description =
      'Makes it safe to retry a request: for 24 hours, the same key and body get the stored response.';
    const schema = { ...text, minLength: 1, maxLength: 255 };
    return [{ name: 'Idempotency-Key', in: 'header', required: false, description, schema }];
  }
  return [];
}
