import { clientCall } from '../../src/api/openapi/client-call.ts';
import type { Document } from './contract.ts';

/** A group of methods: `webhooks`, and in it `deliveries`. */
export interface Resource {
  name: string;
  /** From the client: `webhooks.deliveries`. */
  path: string;
  methods: Method[];
  inner: Resource[];
}

/** An operation as a method of a client. Types are JSON Schemas. */
export interface Method {
  operation: string;
  name: string;
  verb: string;
  /** Relative to `/api/v1`: `/webhooks/{webhook_id}`. */
  path: string;
  summary: string;
  ids: string[];
  query: Document[];
  body: { shapes: Document[]; isRequired: boolean } | undefined;
  /** Several if `include` or the body decides. */
  returns: Document[];
  isFile: boolean;
  /** For lists in pages: the shapes of a record, and the fields that identify it. */
  item: { shapes: Document[]; key: string[] } | undefined;
}

/** What every client offers: a method for every operation of the OpenAPI document, by resource. */
export function resourcesOf(document: Document): Resource[] {
  const root: Resource = { name: '', path: '', methods: [], inner: [] };
  for (const [path, operations] of Object.entries<Document>(document.paths)) {
    for (const [verb, operation] of Object.entries<Document>(operations)) {
      const method = readMethod(document, { path: path.replace('/api/v1', ''), verb, operation });
      const call = clientCall({ operation: method.operation, path: method.path.replaceAll(/\{(\w+)\}/g, ':$1') });
      const nouns = call.split('.').slice(0, -1);
      nouns.reduce(innerOf, root).methods.push({ ...method, name: call.split('.').at(-1) ?? '' });
    }
  }
  return root.inner;
}

function innerOf(outer: Resource, name: string): Resource {
  const known = outer.inner.find((one) => one.name === name);
  const inner = known ?? { name, path: outer.path ? `${outer.path}.${name}` : name, methods: [], inner: [] };
  if (!known) outer.inner.push(inner);
  return inner;
}

function readMethod(
  { components }: Document,
  { path, verb, operation }: { path: string; verb: string; operation: Document },
): Method {
  const success = Object.entries<Document>(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
  const schema = success.content?.['application/json']?.schema;
  const query = operation.parameters.filter((one: Document) => one.in === 'query');
  const returns = alternativesIn(components, schema ?? { type: 'null' });
  const items = returns.map((one) => components.schemas[refName(one)]?.properties?.data?.items);
  const isPaged = query.some(({ name }: Document) => name === 'per_page');
  return {
    operation: operation.operationId,
    name: '',
    verb: verb.toUpperCase(),
    path,
    summary: operation.summary,
    ids: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    query,
    body: operation.requestBody && {
      shapes: alternativesIn(components, operation.requestBody.content['application/json'].schema),
      isRequired: operation.requestBody.required,
    },
    returns,
    isFile: schema?.format === 'binary',
    item: isPaged ? { shapes: items, key: keyOf(components, refName(items[0])) } : undefined,
  };
}

export const refName = ({ $ref = '' }: Document): string => $ref.split('/').at(-1) ?? '';

/** What a body or a response may be: several, if they are named after the operation. */
function alternativesIn({ schemas }: Document, schema: Document): Document[] {
  const name = refName(schema);
  return (/(?:Input|Result)$/.test(name) && schemas[name].anyOf) || [schema];
}

/** Records that no single field identifies. */
const KEYS: Record<string, string[]> = {
  SearchQuery: ['keyword_id', 'query'],
  Gap: ['keyword_id', 'platform', 'kind', 'source'],
  Standing: ['keyword_id', 'platform', 'competitor_id'],
  Crossing: ['keyword_id', 'platform', 'competitor_id', 'week_end'],
};

/** The first field of a record identifies it. */
function keyOf({ schemas }: Document, name: string): string[] {
  const { properties, anyOf = [] } = schemas[name];
  return KEYS[name] ?? Object.keys(properties ?? schemas[refName(anyOf[0])].properties).slice(0, 1);
}

/** The values of an enumeration, without null. */
export function valuesOf({ enum: values, const: value }: Document): unknown[] | undefined {
  return (values ?? (value === undefined ? undefined : [value]))?.filter((one: unknown) => one !== null);
}

export const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ');
