import { type Method, oneLine, type Resource, refName, resourcesOf } from './client-description.ts';
import type { Document } from './contract.ts';
import { HEAD, typeText, union } from './python-models.ts';

type Flavor = 'sync' | 'async';

/** A method for every operation: `_resources.py`, or `_async_resources.py` with `await`. */
export function pythonResources(document: Document, flavor: Flavor): string {
  const top = resourcesOf(document);
  // A class follows those of its parts.
  const texts = [...top.flatMap(({ inner }) => inner), ...top].map((one) => resourceText(one, flavor));
  return [preludeOf(flavor), ...texts, rootText(top, flavor)].join('\n\n');
}

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

function typeOf(schema: Document): string {
  return schema.$ref ? `models.${refName(schema)}` : typeText(schema, '', () => 'Any');
}

function resourceText({ path, methods, inner }: Resource, flavor: Flavor): string {
  const init = `    def __init__(self, transport: Transport) -> None:\n        super().__init__(transport)\n${partsText(inner)}`;
  const texts = [...(inner.length > 0 ? [init] : []), ...methods.flatMap((method) => methodTexts(method, flavor))];
  return `class ${className(path)}(Resource):\n${texts.join('\n')}`;
}

function partsText(resources: Resource[]): string {
  return resources.map(({ name, path }) => `        self.${snake(name)} = ${className(path)}(transport)\n`).join('');
}

function rootText(top: Resource[], flavor: Flavor): string {
  const sorted = [...top].sort((a, b) => (a.name < b.name ? -1 : 1));
  return `class Resources:\n    """Every resource of the API${flavor === 'async' ? ', to await' : ''}."""\n\n    def __init__(self, transport: Transport) -> None:\n${partsText(sorted)}`;
}

function methodTexts(method: Method, flavor: Flavor): string[] {
  const { ids, verb, body, query, item } = method;
  const isAsync = flavor === 'async';
  const path =
    ids.length > 0 ? `path_of("${method.path}", ${ids.map((id) => `${id}=${id}`).join(', ')})` : `"${method.path}"`;
  const sent = query.length > 0 ? `, query=${queryText(query)}` : '';
  const call = `Call("${verb}", ${path}${sent}${body ? ', body=body' : ''})`;
  const send = `${isAsync ? 'await ' : ''}self._transport.${method.isFile ? 'file' : 'json'}(${call}, options)`;
  const returns = method.isFile ? ['File'] : method.returns.map(typeOf);
  const one: Written = {
    define: isAsync ? 'async def' : 'def',
    name: snake(method.name),
    ids,
    query,
    body: body && { types: body.shapes.map(typeOf), isRequired: body.isRequired },
    returns,
    text: `"""${oneLine(method.summary)}"""`,
    code: returns[0] === 'None' ? send : `return ${send}`,
  };
  if (!item) return variants(one);
  const all: Written = {
    ...one,
    name: 'iterate',
    define: 'def',
    returns: item.shapes.map((shape) => `${isAsync ? 'AsyncIterator' : 'Iterator'}[${typeOf(shape)}]`),
    text: '"""All pages, fetched as you go."""',
    code: `return self._transport.pages(${path}, ${queryText(query)}, [${item.key.map((name) => `"${name}"`).join(', ')}], options)`,
  };
  return [...variants(one), ...variants(all)];
}

/** A method, with its types as text. */
interface Written extends Pick<Method, 'name' | 'ids' | 'query'> {
  define: string;
  body: { types: string[]; isRequired: boolean } | undefined;
  returns: string[];
  text: string;
  code: string;
}

/** One definition; overloads if the type of the result depends on `include` or on the body. */
function variants(method: Written): string[] {
  const { returns, text, code } = method;
  const body = `        ${text}\n        ${code}\n`;
  if (returns.length === 1) return [`${signature(method)}\n${body}`];
  const include = method.query.find(({ name }) => name === 'include');
  const choices = returns.map((type, i): Written => {
    if (!include)
      return { ...method, returns: [type], body: { types: [method.body?.types[i] ?? 'Any'], isRequired: true } };
    const only = { ...include, schema: i === 0 ? { type: 'null' } : include.schema, required: i > 0 };
    return { ...method, returns: [type], query: method.query.map((one) => (one === include ? only : one)) };
  });
  return [
    ...choices.map((choice) => `    @overload\n${signature(choice)} ...\n`),
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
