import { clientCall } from '../../src/api/openapi/client-call.ts';
import type { Document } from './contract.ts';
import { alternativesIn, HEAD, oneLine, typeText, union } from './python-models.ts';

type Flavor = 'sync' | 'async';

interface Method {
  resource: string;
  name: string;
  verb: string;
  path: string;
  summary: string;
  ids: string[];
  query: Document[];
  body: { types: string[]; isRequired: boolean } | undefined;
  returns: string[];
  /** For lists: the type of a record, and the field that identifies it. */
  item: { types: string[]; key: string | undefined } | undefined;
}

/** A method for every operation: `_resources.py`, or `_async_resources.py` with `await`. */
export function pythonResources(document: Document, flavor: Flavor): string {
  const methods = Object.entries<Document>(document.paths).flatMap(([path, operations]) =>
    Object.entries<Document>(operations).map(([verb, operation]) => readMethod(document, { path, verb, operation })),
  );
  const groups = new Map<string, Method[]>();
  for (const method of methods) groups.set(method.resource, [...(groups.get(method.resource) ?? []), method]);
  const names = [...groups.keys()].sort((a, b) => depth(b) - depth(a));
  const classes = names.map((name) => resourceText(name, { names, methods: groups.get(name) ?? [], flavor }));
  const top = names.filter((name) => depth(name) === 1).sort();
  return [preludeOf(flavor), ...classes, rootText(top, flavor)].join('\n\n');
}

const depth = (name: string) => name.split('.').length;
const className = (name: string) =>
  name.replaceAll(/(?:^|[._])(\w)/g, (_, first: string) => first.toUpperCase()).replaceAll('.', '');
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function preludeOf(flavor: Flavor): string {
  const [iterator, transport] = flavor === 'sync' ? ['Iterator', 'SyncTransport'] : ['AsyncIterator', 'AsyncTransport'];
  return `${HEAD}
from __future__ import annotations

from collections.abc import ${iterator}
from typing import Any, Literal, overload

from . import models
from ._core import Call, File, Options, path_of
from ._transports import ${transport} as Transport


class Resource:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
`;
}

function readMethod(
  { components }: Document,
  { path, verb, operation }: { path: string; verb: string; operation: Document },
): Method {
  const relative = path.replace('/api/v1', '');
  const call = clientCall({ operation: operation.operationId, path: relative.replaceAll(/\{(\w+)\}/g, ':$1') });
  const success = Object.entries<Document>(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
  const schema = success.content?.['application/json']?.schema;
  const query = operation.parameters.filter((one: Document) => one.in === 'query');
  const returned = alternativesIn(components, schema ?? { type: 'null' });
  const isPaged = query.some(({ name }: Document) => name === 'per_page');
  const items = returned.map((one) => components.schemas[refName(one)]?.properties?.data?.items);
  const resource = call.split('.').slice(0, -1).join('.');
  return {
    resource,
    name: snake(call.split('.').at(-1) ?? ''),
    verb: verb.toUpperCase(),
    path: relative,
    summary: operation.summary,
    ids: [...relative.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    query,
    body: bodyOf(components, operation),
    returns: schema?.format === 'binary' ? ['File'] : returned.map(typeOf),
    item: isPaged ? { types: items.map(typeOf), key: keyOf(components, items[0], resource) } : undefined,
  };
}

const refName = ({ $ref = '' }: Document): string => $ref.split('/').at(-1) ?? '';

function typeOf(schema: Document): string {
  return schema.$ref ? `models.${refName(schema)}` : typeText(schema, '', () => 'Any');
}

function bodyOf(components: Document, { requestBody }: Document): Method['body'] {
  if (!requestBody) return undefined;
  const shapes = alternativesIn(components, requestBody.content['application/json'].schema);
  return { types: shapes.map(typeOf), isRequired: requestBody.required };
}

/** The id of a record, if it has one. */
function keyOf({ schemas }: Document, item: Document, resource: string): string | undefined {
  const schema = schemas[refName(item)] ?? {};
  const [first = ''] = Object.keys(schema.properties ?? schemas[refName(schema.anyOf?.[0] ?? {})]?.properties ?? {});
  const noun = resource.split('.').at(-1)?.replace(/ies$/, 'y').replace(/s$/, '');
  return first === 'id' || first === `${noun}_id` ? first : undefined;
}

function resourceText(
  name: string,
  { names, methods, flavor }: { names: string[]; methods: Method[]; flavor: Flavor },
): string {
  const inner = names.filter((one) => one.startsWith(`${name}.`));
  const parts = inner.map(
    (one) => `        self.${snake(one.slice(name.length + 1))} = ${className(one)}(transport)\n`,
  );
  const init =
    inner.length > 0
      ? [
          `    def __init__(self, transport: Transport) -> None:\n        super().__init__(transport)\n${parts.join('')}`,
        ]
      : [];
  const texts = [...init, ...methods.flatMap((method) => methodTexts(method, flavor))];
  return `class ${className(name)}(Resource):\n${texts.join('\n')}`;
}

function rootText(names: string[], flavor: Flavor): string {
  const parts = names.map((name) => `        self.${snake(name)} = ${className(name)}(transport)\n`);
  return `class Resources:\n    """Every resource of the API${flavor === 'async' ? ', to await' : ''}."""\n\n    def __init__(self, transport: Transport) -> None:\n${parts.join('')}`;
}

function methodTexts(method: Method, flavor: Flavor): string[] {
  const define = flavor === 'async' ? 'async def' : 'def';
  const wait = flavor === 'async' ? 'await ' : '';
  const path =
    method.ids.length > 0
      ? `path_of("${method.path}", ${method.ids.map((id) => `${id}=${id}`).join(', ')})`
      : `"${method.path}"`;
  const query = method.query.length > 0 ? `, query=${queryText(method.query)}` : '';
  const call = `Call("${method.verb}", ${path}${query}${method.body ? ', body=body' : ''})`;
  const send = `${wait}self._transport.${method.returns[0] === 'File' ? 'file' : 'json'}(${call}, options)`;
  const one = {
    ...method,
    define,
    text: `"""${oneLine(method.summary)}"""`,
    code: method.returns[0] === 'None' ? send : `return ${send}`,
  };
  if (!method.item) return variants(one);
  const iterator = flavor === 'async' ? 'AsyncIterator' : 'Iterator';
  const pages = `return self._transport.pages(${path}, ${queryText(method.query)}, ${method.item.key ? `"${method.item.key}"` : 'None'}, options)`;
  const returns = method.item.types.map((type) => `${iterator}[${type}]`);
  const all = {
    ...one,
    name: 'iterate',
    define: 'def',
    returns,
    text: '"""All pages, fetched as you go."""',
    code: pages,
  };
  return [...variants(one), ...variants(all)];
}

interface Written extends Method {
  define: string;
  text: string;
  code: string;
}

/** One definition; overloads if the type of the result depends on `include` or on the body. */
function variants(method: Written): string[] {
  const { returns, text, code } = method;
  const body = `        ${text}\n        ${code}\n`;
  if (returns.length === 1) return [`${signature(method)}\n${body}`];
  const include = method.query.find(({ name }) => name === 'include');
  const choices = returns.map((type, i) => {
    if (!include)
      return { ...method, returns: [type], body: { types: [method.body?.types[i] ?? 'Any'], isRequired: true } };
    const only = { ...include, schema: i === 0 ? { type: 'null' } : include.schema, required: i > 0 };
    return { ...method, returns: [type], query: method.query.map((one) => (one === include ? only : one)) };
  });
  return [
    ...choices.map((choice) => `    @overload\n${signature(choice as Written)} ...\n`),
    `${signature({ ...method, returns: ['Any'] })}\n${body}`,
  ];
}

function signature({ define, name, ids, body, query, returns }: Written): string {
  const given = body && union(body.types);
  const named = [...query].sort((a, b) => Number(b.required) - Number(a.required)).map(parameterText);
  const parameters = [
    'self',
    ...ids.map((id) => `${id}: str`),
    ...(body ? [body.isRequired ? `body: ${given}` : `body: ${given} | None = None`] : []),
    '*',
    ...named,
    'options: Options | None = None',
  ];
  return `    ${define} ${name}(\n        ${parameters.join(',\n        ')},\n    ) -> ${union(returns)}:`;
}

function parameterText({ name, required, schema }: Document): string {
  const type = typeOf(schema);
  if (required) return `${name}: ${type}`;
  return type === 'None' ? `${name}: None = None` : `${name}: ${type} | None = None`;
}

function queryText(query: Document[]): string {
  return `{${query.map(({ name }) => `"${name}": ${name}`).join(', ')}}`;
}
