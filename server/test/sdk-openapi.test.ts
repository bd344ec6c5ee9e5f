import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Client, createClient, EVENT_TYPES } from '@visibility/sdk';
import { beforeAll, expect, test } from 'vitest';
import { clientCall } from '../src/api/openapi/client-call.ts';
import { useApp } from './support/app.ts';
import type { Document } from './support/contract.ts';
import { useDatabase } from './support/database.ts';
import { typeText } from './support/schema-types.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { db } = useDatabase();
const server = useApp(db);

/** A method of the client: what it is given here, and where in its parameters (`P`) query and body stand. */
interface Call {
  method: string;
  args?: unknown[];
  query?: string;
  body?: string;
}

const KEYWORD = '{keyword_id}';
const ALERT = '{alert_id}';
const REPORT = '{report_id}';
const WEBHOOK = '{webhook_id}';
const COMPETITOR = '{competitor_id}';
const DELIVERY = '{delivery_id}';
const DOMAIN = '{domain}';

/** Every operation of the API by its name, and the methods that call it. */
const CALLS: Record<string, Call[]> = {
  listKeywords: [{ method: 'keywords.list', query: 'P[0]' }],
  createKeywords: [
    { method: 'keywords.create', args: [{}], body: 'P[0]' },
    { method: 'keywords.createMany', args: [[]], body: '{ keywords: P[0][number][] }' },
  ],
  getKeyword: [{ method: 'keywords.get', args: [KEYWORD] }],
  changeKeyword: [{ method: 'keywords.change', args: [KEYWORD, {}], body: 'P[1]' }],
  deleteKeyword: [{ method: 'keywords.delete', args: [KEYWORD] }],
  listVisibility: [{ method: 'visibility.list', query: 'P[0]' }],
  getVisibility: [{ method: 'visibility.get', args: [KEYWORD], query: 'P[1]' }],
  listReview: [{ method: 'review.list', query: 'P[0]' }],
  getReviewSummary: [{ method: 'review.summary', query: 'P[0]' }],
  dismissReview: [{ method: 'review.dismiss', args: ['{review_id}'] }],
  restoreReview: [{ method: 'review.restore', args: ['{review_id}'] }],
  listMentions: [{ method: 'mentions.list', query: 'P[0]' }],
  listSentiment: [{ method: 'mentions.sentiment.list', query: 'P[0]' }],
  listCitations: [{ method: 'citations.list', query: 'P[0]' }],
  listQueries: [{ method: 'queries.list', query: 'P[0]' }],
  listSources: [{ method: 'sources.list', query: 'P[0]' }],
  listSourceTypes: [{ method: 'sources.types.list', query: 'P[0]' }],
  getSource: [{ method: 'sources.get', args: [DOMAIN], query: 'P[1]' }],
  setSourceType: [{ method: 'sources.setType', args: [DOMAIN, 'review'], body: '{ source_type: P[1] }' }],
  deleteSourceType: [{ method: 'sources.resetType', args: [DOMAIN] }],
  listGaps: [{ method: 'gaps.list', query: 'P[0]' }],
  listThemes: [{ method: 'themes.list', query: 'P[0]' }],
  listSentences: [{ method: 'sentences.list', query: 'P[0]' }],
  getBrand: [{ method: 'brand.get' }],
  setBrand: [{ method: 'brand.set', args: [{}], query: 'P[1]', body: 'P[0]' }],
  listCompetitors: [{ method: 'competitors.list', query: 'P[0]' }],
  createCompetitor: [{ method: 'competitors.create', args: [{}], body: 'P[0]' }],
  getCompetitor: [{ method: 'competitors.get', args: [COMPETITOR], query: 'P[1]' }],
  changeCompetitor: [{ method: 'competitors.change', args: [COMPETITOR, {}], body: 'P[1]' }],
  deleteCompetitor: [{ method: 'competitors.delete', args: [COMPETITOR] }],
  listCompetitorCandidates: [{ method: 'competitors.candidates.list', query: 'P[0]' }],
  listStandings: [{ method: 'standings.list', query: 'P[0]' }],
  listCrossings: [{ method: 'standings.crossings.list', query: 'P[0]' }],
  listAnswers: [{ method: 'answers.list', query: 'P[0]' }],
  getAnswer: [{ method: 'answers.get', args: ['{answer_id}'] }],
  ingestAnswers: [
    { method: 'answers.ingest', args: [{}], body: 'Exclude<P[0], readonly unknown[]>' },
    { method: 'answers.ingest', args: [[]], body: '{ answers: Extract<P[0], readonly unknown[]>[number][] }' },
    { method: 'answers.ingestNdjson', args: [''] },
  ],
  listActivity: [{ method: 'activity.list', query: 'P[0]' }],
  listReceived: [{ method: 'webhooks.inbox.list', args: ['{webhook_id}'], query: 'P[1]' }],
  listEvents: [{ method: 'events.list', query: 'P[0]' }],
  getEvent: [{ method: 'events.get', args: ['{event_id}'] }],
  listAlerts: [{ method: 'alerts.list', query: 'P[0]' }],
  createAlert: [{ method: 'alerts.create', args: [{}], query: 'Sdk.SettingsQuery', body: 'P[0]' }],
  getAlert: [{ method: 'alerts.get', args: [ALERT], query: 'P[1]' }],
  changeAlert: [{ method: 'alerts.change', args: [ALERT, {}], query: 'Sdk.SettingsQuery', body: 'P[1]' }],
  deleteAlert: [{ method: 'alerts.delete', args: [ALERT] }],
  backtestAlert: [{ method: 'alerts.backtest', args: [{}], body: 'P[0]' }],
  listAnnotations: [{ method: 'annotations.list', query: 'P[0]' }],
  createAnnotation: [{ method: 'annotations.create', args: [{}], body: 'P[0]' }],
  deleteAnnotation: [{ method: 'annotations.delete', args: ['{annotation_id}'] }],
  listViews: [{ method: 'views.list', query: 'P[0]' }],
  createView: [{ method: 'views.create', args: [{}], body: 'P[0]' }],
  deleteView: [{ method: 'views.delete', args: ['{view_id}'] }],
  listMetrics: [{ method: 'metrics.list', query: 'Sdk.PageQuery' }],
  listPlatforms: [{ method: 'platforms.list', query: 'Sdk.PageQuery' }],
  changePlatform: [{ method: 'platforms.change', args: ['{platform}', {}], body: 'P[1]' }],
  getSignificance: [{ method: 'significance.get' }],
  changeSignificance: [{ method: 'significance.change', args: [{}], body: 'P[0]' }],
  getRetention: [{ method: 'retention.get', query: 'P[0]' }],
  changeRetention: [{ method: 'retention.change', args: [{}], body: 'P[0]' }],
  getUsage: [{ method: 'usage.get', query: 'P[0]' }],
  estimateUsage: [{ method: 'usage.estimate', query: 'P[0]' }],
  listReports: [{ method: 'reports.list', query: 'P[0]' }],
  createReport: [{ method: 'reports.create', args: [{}], query: 'Sdk.SettingsQuery', body: 'P[0]' }],
  getReport: [{ method: 'reports.get', args: [REPORT], query: 'P[1]' }],
  changeReport: [{ method: 'reports.change', args: [REPORT, {}], query: 'Sdk.SettingsQuery', body: 'P[1]' }],
  deleteReport: [{ method: 'reports.delete', args: [REPORT] }],
  previewReport: [{ method: 'reports.preview', args: [{}], body: 'P[0]' }],
  getReportFile: [{ method: 'reports.file', args: [REPORT], query: 'P[1]' }],
  listWebhooks: [{ method: 'webhooks.list', query: 'P[0]' }],
  createWebhook: [{ method: 'webhooks.create', args: [{}], body: 'P[0]' }],
  getWebhook: [{ method: 'webhooks.get', args: [WEBHOOK], query: 'P[1]' }],
  changeWebhook: [{ method: 'webhooks.change', args: [WEBHOOK, {}], query: 'Sdk.SettingsQuery', body: 'P[1]' }],
  deleteWebhook: [{ method: 'webhooks.delete', args: [WEBHOOK] }],
  testWebhook: [{ method: 'webhooks.test', args: [WEBHOOK, 'mention.new'], body: '{ type: P[1] }' }],
  replayEvents: [{ method: 'webhooks.replay', args: [WEBHOOK, {}], body: 'P[1]' }],
  rotateWebhookSecret: [{ method: 'webhooks.rotateSecret', args: [WEBHOOK], body: 'NonNullable<P[1]>' }],
  listDeliveries: [{ method: 'webhooks.deliveries.list', args: [WEBHOOK], query: 'P[1]' }],
  getDelivery: [{ method: 'webhooks.deliveries.get', args: [WEBHOOK, DELIVERY], query: 'P[2]' }],
  retryDelivery: [{ method: 'webhooks.deliveries.retry', args: [WEBHOOK, DELIVERY] }],
  advanceSandbox: [{ method: 'sandbox.advance', args: [60], body: '{ seconds: P[0] }' }],
};

const EVENT = (type: string) => `Extract<Sdk.WebhookEvent, { type: '${type}' }>`;

/** Every record of the document by its name, and the SDK's name for it where that is another. */
const RECORDS: Record<string, string> = {
  Error: 'Sdk.ApiErrorBody',
  ListMeta: "Sdk.List<unknown>['meta']",
  Visibility: 'Sdk.VisibilityRecord',
  VisibilityWithEvidence: 'Sdk.VisibilityRecord & Sdk.VisibilityEvidence',
  Event: 'Sdk.WebhookEvent',
  VisibilityChangedEvent: EVENT('visibility.changed'),
  MentionNewEvent: EVENT('mention.new'),
  CitationNewEvent: EVENT('citation.new'),
  AlertTriggeredEvent: EVENT('alert.triggered'),
  CompetitorChangedEvent: EVENT('competitor.changed'),
  ReportReadyEvent: EVENT('report.ready'),
  ...Object.fromEntries(
    EVENT_TYPES.flatMap((type) => {
      const name = type.replace(/(?:^|\.)(\w)/g, (_, initial: string) => initial.toUpperCase());
      return [
        [`${name}Data`, `Sdk.EventData['${type}']`],
        [`${name}EventWithEvidence`, `Extract<Sdk.EventWithEvidence, { type: '${type}' }>`],
      ];
    }),
  ),
  EventEvidence: 'Record<string, unknown>',
  AnswerToIngest: 'Sdk.NewAnswer | Sdk.ScrapedReply',
  KeywordBatch: '{ keywords: Sdk.NewKeyword[] }',
  AnswerBatch: '{ answers: (Sdk.NewAnswer | Sdk.ScrapedReply)[] }',
  AlertWithSettings: 'Sdk.Alert & Sdk.ShownAlertSettings',
  WebhookWithSettings: 'Sdk.Webhook & Sdk.WebhookSettings',
  ReportWithSettings: 'Sdk.Report & Sdk.ReportSettings',
  WebhookWithSecret: 'Sdk.CreatedWebhook',
  WebhookTest: '{ type: Sdk.EventType }',
  SandboxStep: '{ seconds: number }',
  SourceTypeChange: '{ source_type: Sdk.SettableSourceType }',
};

interface Operation {
  id: string;
  method: string;
  path: string;
  query: string;
  body: string | undefined;
  response: string;
  /** Whether it depends on the request which of several records is answered. */
  hasAlternatives: boolean;
}

let document: Document;
let operations: Operation[] = [];

beforeAll(async () => {
  document = await (await fetch(`${server.url}/openapi.json`)).json();
  operations = Object.entries<Document>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Document>(methods).map(([method, operation]) => readOperation({ method, path, operation })),
  );
});

const docName = (id: string) => `Doc['${id}']`;

function readOperation({ method, path, operation }: { method: string; path: string; operation: Document }): Operation {
  const parameters: Document[] = operation.parameters.filter((one: Document) => one.in === 'query');
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  const body = operation.requestBody?.content['application/json'].schema;
  const [, success] = Object.entries<Document>(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
  const json = success.content?.['application/json']?.schema;
  const response = json?.format === 'binary' ? 'Sdk.ReportFile' : json ? typeText(json, docName) : 'void';
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    query: typeText({ type: 'object', properties, required }, docName),
    body: body && typeText(body, docName),
    response,
    hasAlternatives: json?.$ref?.endsWith('Result') && schemaOf(json.$ref).anyOf !== undefined,
  };
}

/** The functions of the client by their path: `keywords.list`. */
function methodsOf(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    if (typeof inner === 'function') return [prefix + name];
    return typeof inner === 'object' && inner ? methodsOf(inner, `${prefix}${name}.`) : [];
  });
}

test('every operation of the API has a method that calls it, and every method calls one', async () => {
  expect(Object.keys(CALLS).sort()).toEqual(operations.map(({ id }) => id).sort());
  const asked: string[] = [];
  const client = createClient({
    baseUrl: 'https://visibility.example',
    apiKey: 'svc_test_x',
    fetch: async (url, { method }) => {
      asked.push(`${method} ${decodeURIComponent(new URL(url).pathname)}`);
      return Response.json({});
    },
  });
  for (const { id, method, path } of operations) {
    for (const call of CALLS[id] ?? []) {
      const target = call.method.split('.').reduce<Document>((value, name) => value[name], client);
      await target(...(call.args ?? []));
      expect([call.method, asked.pop()]).toEqual([call.method, `${method} ${path}`]);
    }
    const route = path.replace('/api/v1', '').replaceAll(/\{(\w+)\}/g, ':$1');
    expect(clientCall({ operation: id, path: route })).toBe(CALLS[id]?.[0]?.method);
  }
  const known = Object.values(CALLS).flatMap((calls) => calls.map(({ method }) => method));
  expect(methodsOf(client).filter((name) => !name.endsWith('.iterate') && !known.includes(name))).toEqual([]);
});

test('every list that comes in pages has an iterator', () => {
  const client: Client = createClient({ baseUrl: 'https://visibility.example', apiKey: 'svc_test_x' });
  const paged = operations.filter(({ query }) => query.includes('"per_page"'));
  const lists = paged.flatMap(({ id }) => (CALLS[id] ?? []).map(({ method }) => method));
  const iterators = methodsOf(client).filter((name) => name.endsWith('.iterate'));
  expect(iterators.sort()).toEqual(lists.map((name) => name.replace('.list', '.iterate')).sort());
});

/** What a receiver is sent; the document says only that it is an object. */
const SAID_BETTER = { 'DeliveryDetail.payload': { $ref: '#/components/schemas/Event' } };

/** A program that compiles only if the SDK's types are those of the document. */
function comparison(sdk: string): string {
  const schemas: Record<string, Document> = structuredClone(document.components.schemas);
  for (const [place, schema] of Object.entries(SAID_BETTER)) {
    const [name = '', field = ''] = place.split('.');
    schemas[name].properties[field] = schema;
  }
  const records = Object.entries(schemas).map(([name, schema]) => `  ${name}: ${typeText(schema, docName)};`);
  const same = Object.keys(schemas).map((name) => `const same_${name}: Same<Doc['${name}'], ${sdkName(name)}> = true;`);
  return [
    `import type * as Sdk from '${sdk}';`,
    PRELUDE,
    `interface Doc {\n${records.join('\n')}\n}`,
    ...same,
    ...operations.flatMap((operation) => (CALLS[operation.id] ?? []).map((call, i) => callText(operation, call, i))),
    'export {};',
  ].join('\n');
}

const schemaOf = ($ref: string): Document => document.components.schemas[$ref.split('/').at(-1) ?? ''];

function sdkName(name: string): string {
  const { anyOf } = schemaOf(name);
  // Several shapes of one body or response have a name in the document only.
  if (anyOf && /(?:Input|Result)$/.test(name)) return typeText({ anyOf }, sdkName);
  const item = name.endsWith('List') ? name.slice(0, -'List'.length) : undefined;
  return item ? `Sdk.List<${sdkName(item)}>` : (RECORDS[name] ?? `Sdk.${name}`);
}

function callText(operation: Operation, { method, query, body }: Call, index: number): string {
  const access = method.split('.').map((name) => `['${name}']`);
  const scope = `${operation.id}_${index}`;
  return [
    `namespace ${scope} {`,
    `  type M = Sdk.Client${access.join('')};`,
    '  type P = Parameters<M>;',
    `  const answer: ${operation.hasAlternatives ? 'OneFits' : 'Fits'}<${operation.response}, Awaited<ReturnType<M>>> = true;`,
    `  const query: Same<${operation.query}, ${query ? `NonNullable<${query}>` : '{}'}> = true;`,
    ...(body && operation.body ? [`  const body: Fits<${body}, ${operation.body}> = true;`] : []),
    '}',
  ].join('\n');
}

// Assignability overlooks a property that only one side has if it is optional, so optional ones are boxed and required.
const PRELUDE = `
type Mark<T> = T extends readonly [infer A, infer B] ? [Mark<A>, Mark<B>]
  : T extends readonly (infer I)[] ? Mark<I>[]
  : T extends object ? { [K in keyof T]-?: {} extends Pick<T, K> ? { optional: Mark<Exclude<T[K], undefined>> } : Mark<T[K]> }
  : T;
type Fits<A, B> = [A] extends [B] ? true : { is: A; wanted: B };
type OneFits<A, B> = true extends (A extends unknown ? ([A] extends [B] ? true : never) : never) ? true : { is: A; wanted: B };
type Same<A, B> = [Mark<A>] extends [Mark<B>] ? ([Mark<B>] extends [Mark<A>] ? true : { sdkHas: B; not: A }) : { documentHas: A; not: B };
`;

/** What the compiler says of the program, by the names of its assertions; empty when it compiles. */
async function complaintsOf(program: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'visibility-sdk-types-'));
  try {
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(join(folder, 'compare.ts'), program);
    await symlink(join(root, 'sdk'), join(folder, 'sdk'), 'dir');
    const options = ['--noEmit', '--strict', '--target', 'es2023', '--lib', 'es2023,dom', '--module', 'nodenext'];
    const sources = ['--allowImportingTsExtensions', '--skipLibCheck', '--types', '', 'compare.ts'];
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const printed = await new Promise<string>((resolve) => {
      execFile(process.execPath, [tsc, ...options, ...sources], { cwd: folder }, (_error, out, err) =>
        resolve(out + err),
      );
    });
    const lines = program.split('\n');
    return printed
      .split('\n')
      .filter((line) => line.includes('error TS'))
      .map((line) => {
        const at = Number(/^compare\.ts\((\d+),/.exec(line)?.[1] ?? 0) - 1;
        const scope = lines.slice(0, at).findLast((text) => text.startsWith('namespace ')) ?? '';
        const text = lines[at]?.startsWith('  const') ? `${scope} ${lines[at].trim()}` : (lines[at] ?? line);
        return `${/(?:same_\w+|namespace \w+ { const \w+)/.exec(text)?.[0] ?? line}`;
      });
  } finally {
    await rm(folder, { recursive: true });
  }
}

const SDK = './sdk/src/index.ts';

test('records, queries, bodies and answers of the SDK are those of the document', async () => {
  expect(await complaintsOf(comparison(SDK))).toEqual([]);
});

test.each<[string, (schemas: Record<string, Document>) => void, string[]]>([
  [
    'a new field of a record',
    ({ Platform }) => {
      Platform.properties.since = { type: 'string' };
      Platform.required.push('since');
    },
    ['same_PlatformList', 'same_Platform'],
  ],
  [
    'a new optional field of a body',
    ({ KeywordChange }) => {
      KeywordChange.properties.note = { type: 'string' };
    },
    ['same_KeywordChange'],
  ],
  [
    'a field that may be null from now on',
    ({ Metric }) => {
      Metric.properties.meaning.type = ['string', 'null'];
    },
    ['same_MetricList', 'same_Metric', 'namespace listMetrics_0 { const answer'],
  ],
  [
    'a word less in an enumeration',
    ({ Platform }) => {
      Platform.properties.key.enum.pop();
    },
    ['same_PlatformList', 'same_Platform'],
  ],
])('%s in the document is found', async (_name, plant, complaints) => {
  const untouched = document;
  document = structuredClone(document);
  try {
    plant(document.components.schemas);
    expect(await complaintsOf(comparison(SDK))).toEqual(complaints);
  } finally {
    document = untouched;
  }
});

test('a new query parameter in the document is found', async () => {
  const { operations: untouched } = { operations };
  operations = operations.map((one) =>
    one.id === 'getUsage' ? { ...one, query: one.query.replace('{', '{ platform?: string;') } : one,
  );
  try {
    expect(await complaintsOf(comparison(SDK))).toEqual(['namespace getUsage_0 { const query']);
  } finally {
    operations = untouched;
  }
});
