import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

// biome-ignore lint/suspicious/noExplicitAny: the document is JSON that its own test checks
export type Document = any;

export interface Operation {
  method: string;
  path: string;
  operationId: string;
  // biome-ignore lint/suspicious/noExplicitAny: see above
  parameters: any[];
  // biome-ignore lint/suspicious/noExplicitAny: see above
  requestBody: any;
  // biome-ignore lint/suspicious/noExplicitAny: see above
  responses: Record<string, any>;
}

/** What a server answered. */
export interface Answered {
  method: string;
  path: string;
  status: number;
  headers: Record<string, unknown>;
  body: string | undefined;
}

export interface Contract {
  operations: Operation[];
  find(method: string, path: string): Operation | undefined;
  /** What is wrong with an answer by the document; nothing when all is well. */
  problemsOf(answered: Answered): string[];
  /** What is wrong with a value by the schema at a place in the document. */
  problemsAt(pointer: string, value: unknown): string[];
  /** What is wrong with a schema itself, by JSON Schema 2020-12. */
  metaProblemsOf(schema: Document): string[];
  resolve(value: Document): Document;
}

const METHODS = ['get', 'post', 'patch', 'put', 'delete'];

/** Checks answers against an OpenAPI document. Each schema is compiled when it is first needed. */
export function readContract(document: Document): Contract {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'openapi');
  const compiled = new Map<string, ValidateFunction>();
  const operations = operationsOf(document);
  const resolve = (value: Document): Document =>
    value?.$ref === undefined ? value : resolve(at(document, value.$ref.slice(1)));

  const contract: Contract = {
    operations,
    resolve,
    find: (method, path) => {
      const wanted = method === 'HEAD' ? 'GET' : method;
      const parametersIn = (one: Operation) => one.path.split('{').length;
      const matching = operations.filter((one) => matches(one.path, path));
      // `/alerts/backtest` rather than `/alerts/{alert_id}`.
      const fewest = Math.min(...matching.map(parametersIn));
      return matching.find((one) => one.method === wanted && parametersIn(one) === fewest);
    },
    problemsAt(pointer, value) {
      const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
      compiled.set(pointer, validate);
      return validate(value) ? [] : (validate.errors ?? []).map((one) => `${one.instancePath || '/'} ${one.message}`);
    },
    metaProblemsOf(schema) {
      return ajv.validateSchema(schema) ? [] : (ajv.errors ?? []).map((one) => `${one.instancePath} ${one.message}`);
    },
    problemsOf(answered) {
      const operation = contract.find(answered.method, answered.path);
      const name = `${answered.method} ${answered.path.slice(0, 200)} ${answered.status}`;
      const found = operation ? declaredProblems(contract, operation, answered) : undeclaredProblems(answered);
      return found.map((problem) => `${name}: ${problem}`);
    },
  };
  return contract;
}

export const escapePointer = (text: string) => text.replaceAll('~', '~0').replaceAll('/', '~1');

function operationsOf(document: Document): Operation[] {
  return Object.entries<Document>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({ ...item[method], method: method.toUpperCase(), path })),
  );
}

function matches(template: string, path: string): boolean {
  const [wanted, given] = [template.split('/'), path.split('/')];
  return wanted.length === given.length && wanted.every((part, i) => part.startsWith('{') || part === given[i]);
}

/** A path that is not in the document has no other answer than an error. */
function undeclaredProblems({ method, status, body }: Answered): string[] {
  if (method === 'OPTIONS' && status === 204) return [];
  if (status < 400) return ['is not in the OpenAPI document'];
  return method === 'HEAD' ? [] : errorProblems(body);
}

function errorProblems(body: string | undefined): string[] {
  const parsed = parse(body);
  const isError = typeof parsed === 'object' && parsed !== null && Object.keys(parsed).join() === 'detail';
  return isError && typeof parsed.detail === 'string' ? [] : [`is not {detail}: ${body}`];
}

function declaredProblems(contract: Contract, operation: Operation, answered: Answered): string[] {
  const declared = contract.resolve(operation.responses[answered.status]);
  if (!declared) return [`${operation.operationId} does not declare status ${answered.status}`];
  const problems = headerProblems(contract, declared.headers ?? {}, answered.headers);
  if (answered.status >= 400 && answered.method !== 'HEAD') problems.push(...errorProblems(answered.body));
  return [...problems, ...bodyProblems(contract, operation, answered)];
}

function headerProblems(contract: Contract, declared: Record<string, Document>, sent: Record<string, unknown>) {
  return Object.entries(declared).flatMap(([name, reference]) => {
    const { required, schema } = contract.resolve(reference);
    const value = sent[name.toLowerCase()];
    if (value === undefined) return required ? [`the header ${name} is missing`] : [];
    return schema.type === 'integer' && !/^\d+$/.test(String(value)) ? [`${name} is ${value}`] : [];
  });
}

function bodyProblems(contract: Contract, operation: Operation, { method, status, headers, body }: Answered): string[] {
  const declared = contract.resolve(operation.responses[status]);
  if (method === 'HEAD' || status === 304 || body === undefined) return [];
  if (!declared.content) return body === '' ? [] : ['has a body that is not declared'];
  const type = String(headers['content-type']).split(';')[0] ?? '';
  const content = declared.content[type] ?? declared.content['*/*'] ?? declared['x-formats']?.[type];
  if (!content) return [`answers ${type}, which is not declared`];
  if (content.schema?.format === 'binary' || type !== 'application/json') return [];
  const { $ref } = operation.responses[status];
  const response = $ref
    ? $ref.slice(1)
    : `/paths/${escapePointer(operation.path)}/${operation.method.toLowerCase()}/responses/${status}`;
  return contract.problemsAt(`${response}/content/application~1json/schema`, parse(body));
}

function parse(text: string | undefined): Document {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

function at(document: Document, pointer: string): Document {
  const names = pointer.split('/').slice(1);
  return names.reduce((value, name) => value?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}
