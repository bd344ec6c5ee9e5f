import { type Method, type Resource, refName, resourcesOf } from './client-description.ts';
import type { Document } from './contract.ts';
import { commentOf, namesIn, type Types, withImports } from './typescript-records.ts';

/** Methods in `sdk/src/client.ts`, because one operation is two of them. */
const BY_HAND = ['createKeywords', 'ingestAnswers'];

/** Lists that fit on one page, so their methods take no query. */
const SHORT = ['listMetrics', 'listPlatforms'];

/** Bodies of one field, which methods take instead of the body. */
const OPENED = ['WebhookTest', 'SandboxStep', 'SourceTypeChange'];

/** `resources.ts`: a method for every operation. */
export function typescriptResources(document: Document, types: Types): string {
  const print = (resource: Resource): string => {
    const methods = resource.methods.filter(({ operation }) => !BY_HAND.includes(operation));
    const parts = [...methods.flatMap((method) => methodTexts(method, document, types)), ...resource.inner.map(print)];
    return `${resource.name}: {\n${parts.join('')}},\n`;
  };
  const resources = resourcesOf(document).map(print).join('');
  const text = `export function resourcesOf({ json, file, pages }: Transport) {\n  return {\n${resources}};\n}\n`;
  return withImports(text, {
    '../events.ts': ['EventType', 'EventWithEvidence', 'WebhookEvent'],
    '../path.ts': ['path'],
    '../records.ts': ['List'],
    '../settings.ts': ['RequestOptions'],
    '../transport.ts': ['Including', 'Transport'],
    './queries.ts': namesIn(types.queries),
    './records.ts': namesIn(types.records),
  });
}

function methodTexts(method: Method, document: Document, types: Types): string[] {
  const { operation, ids, verb, name, isFile, item, returns } = method;
  const query = types.queryOf(operation);
  const hasChoice = returns.length > 1 && !method.body;
  const given = hasChoice ? 'Query' : query;
  const generic = hasChoice ? `<Query extends ${query} = ${query}>` : '';
  const typeOf = (shapes: Document[]) => {
    const texts = shapes.map((shape) => answerText(shape, types));
    if (texts.length === 1) return texts[0];
    return method.body ? texts.at(-1) : `Including<Query, ${texts.join(', ')}>`;
  };
  const path =
    ids.length > 0
      ? `path\`${method.path.replaceAll(/\{(\w+)\}/g, (_, id) => `\${${camel(id)}}`)}\``
      : `'${method.path}'`;
  const body = bodyOf(method, document, types);
  const options = 'options?: RequestOptions';
  const places = ids.map((id) => `${camel(id)}: string`);
  const takesQuery = given !== undefined && !SHORT.includes(operation);
  const parameters = [
    ...places,
    ...(body ? [body.parameter] : []),
    ...(takesQuery ? [`query?: ${given}`] : []),
    options,
  ];
  // The response includes the settings that were just sent.
  const settings = method.body && returns.length > 1 ? ["query: { include: 'settings' }"] : [];
  const request = [
    `method: '${verb}'`,
    `path: ${path}`,
    ...(takesQuery ? ['query'] : settings),
    ...(body ? [body.sent] : []),
  ];
  const result = isFile ? 'file' : `json<${typeOf(returns)}>`;
  const one = `${commentOf(`${method.summary}.`)}${name}: ${generic}(${parameters.join(', ')}) => ${result}({ ${request.join(', ')} }, options),\n`;
  if (!item) return [one];
  const key = item.key.map((field) => `'${field}'`).join(', ');
  const all = `iterate: ${generic}(${[...places, `query?: ${given}`, options].join(', ')}) => pages<${typeOf(item.shapes)}>({ path: ${path}, query, key: [${key}] }, options),\n`;
  return [one, all];
}

function answerText(schema: Document, types: Types): string {
  const name = refName(schema);
  if (name.endsWith('List')) return `List<${types.textOf({ $ref: name.replace(/List$/, '') })}>`;
  return schema.type === 'null' ? 'void' : types.textOf(schema);
}

function bodyOf({ body }: Method, { components }: Document, types: Types) {
  if (!body) return undefined;
  const [schema = {}] = body.shapes;
  const [[field, inner] = ['', {}]] = Object.entries<Document>(components.schemas[refName(schema)].properties);
  if (OPENED.includes(refName(schema)))
    return {
      parameter: `${camel(field)}: ${types.textOf(inner)}`,
      sent: field === camel(field) ? `body: { ${field} }` : `body: { ${field}: ${camel(field)} }`,
    };
  const type = types.textOf(schema);
  return { parameter: body.isRequired ? `body: ${type}` : `body: ${type} = {}`, sent: 'body' };
}

const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
