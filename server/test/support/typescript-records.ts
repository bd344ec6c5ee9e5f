import { oneLine, refName, resourcesOf, valuesOf } from './client-description.ts';
import type { Document } from './contract.ts';

export const HEAD = '// Generated from the OpenAPI document by server/test/sdk-openapi.test.ts. Do not edit.\n';

/** What the SDK calls a record of the document that has another name there. */
const NAMES: Record<string, string> = {
  Error: 'ApiErrorBody',
  Event: 'WebhookEvent',
  Visibility: 'VisibilityRecord',
  VisibilityWithEvidence: 'VisibilityRecord & VisibilityEvidence',
  AlertWithSettings: 'Alert & ShownAlertSettings',
  ReportWithSettings: 'Report & ReportSettings',
  WebhookWithSecret: 'CreatedWebhook',
  WebhookWithSettings: 'Webhook & WebhookSettings',
};

/** What methods open or fill, and what `events.ts` defines. */
const UNNAMED = /(?:List|ListMeta|Batch|ToIngest|Test|Step|SourceTypeChange|Event|Evidence|EventType)$/;

/** Parts of records that the SDK names, and where they are. */
const PARTS: Record<string, { at: string; only?: string; without?: string }> = {
  Sentiment: { at: 'Mention.sentiment' },
  SourceType: { at: 'Source.source_type' },
  SettableSourceType: { at: 'GivenSourceType.source_type' },
  PageType: { at: 'SourcePage.page_type' },
  Marker: { at: 'VisibilityDetail.history.markers' },
  HistoryPoint: { at: 'VisibilityDetail.history' },
  PlatformEvidence: { at: 'VisibilityDetail.platform_evidence' },
  Evidence: { at: 'VisibilityDetail', only: 'sample_size interval metric_version' },
  VisibilityEvidence: { at: 'VisibilityWithEvidence', without: 'Visibility' },
  ChangePart: { at: 'Comparison.parts' },
  ComparedShare: { at: 'ChangeReasons.prompts', without: 'prompt_id prompt' },
  NewAlias: { at: 'NewBrand.aliases' },
  CompetitorEvidence: { at: 'Competitor', only: 'sample_size interval share_of_voice_interval metric_version' },
  CompetitorNames: { at: 'Competitor', only: 'aliases domains' },
  AlertSettings: { at: 'AlertWithSettings', without: 'Alert email_status' },
  ShownAlertSettings: { at: 'AlertWithSettings', without: 'Alert' },
  AlertFiring: { at: 'AlertBacktest.firings' },
  ReportSettings: { at: 'ReportWithSettings', without: 'Report' },
  WebhookSettings: { at: 'WebhookWithSettings', without: 'Webhook' },
  DeliveryAttempt: { at: 'DeliveryDetail.attempt_log' },
  RetentionLimits: { at: 'Retention.effective' },
};

/** Queries whose names do not follow from those of their operations. Others may extend them. */
const QUERIES: Record<string, string> = {
  listViews: 'PageQuery',
  getReviewSummary: 'RangeQuery',
  getAlert: 'SettingsQuery',
  listAttributes: 'AttributeQuery',
  listSentences: 'FindingQuery',
  getVisibility: 'HistoryQuery',
  listQueries: 'SearchQueryQuery',
  getSource: 'SourceDetailQuery',
  getCompetitor: 'CompetitorNumbersQuery',
  estimateUsage: 'EstimateQuery',
  getDelivery: 'DeliveryDetailQuery',
  listReceived: 'InboxQuery',
};

/** Types that the SDK defines itself. */
const OWN = { '../constants.ts': ['ActivityType'], '../events.ts': ['EventType', 'WebhookEvent'] };

export function nameOf(id: string): string {
  return NAMES[id] ?? id.replace(/Data$/, '');
}

interface Field {
  name: string;
  comment: string;
  isOptional: boolean;
  type: string;
}

/** Texts of types, and types with fields, that have a name. */
interface Named {
  types: Map<string, string>;
  shapes: Shape[];
}

/** A type with fields. Others extend it if they have all of them. */
interface Shape {
  name: string;
  comment: string;
  fields: Field[];
}

export interface Types {
  /** `records.ts`: what is received and sent. */
  records: string;
  /** `queries.ts`: what lists are filtered by. */
  queries: string;
  textOf(schema: Document): string;
  /** The name of an operation's query; none without one. */
  queryOf(operation: string): string | undefined;
}

/** The types of the OpenAPI document in TypeScript. */
export function typesOf(original: Document): Types {
  const document = structuredClone(original);
  // The document says only that it is an object.
  Object.assign(document.components.schemas.DeliveryDetail.properties.payload, { $ref: '/Event' });
  const shapes: Shape[] = [];
  const unions: string[] = [];
  const named: Named = { types: new Map(), shapes };
  const textOf = (schema: Document) => typeText(schema, named);
  named.types.set(textOf(schemaAt(document, 'Activity.type')), 'ActivityType');
  const declare = (name: string, schema: Document, isIn = (_field: string) => true) => {
    const comment = commentOf(schema.description);
    if (!schema.properties) unions.push(`${comment}export type ${name} = ${textOf(schema)};\n`);
    else shapes.push({ name, comment, fields: fieldsOf(schema, textOf).filter((field) => isIn(field.name)) });
  };
  for (const [name, { at, only, without = '' }] of Object.entries(PARTS)) {
    const { description: _, ...schema } = schemaAt(document, at);
    const left = without.split(' ').flatMap((one) => [one, ...Object.keys(schemaAt(document, one)?.properties ?? {})]);
    declare(name, schema, (field) => (only ? only.split(' ').includes(field) : !left.includes(field)));
    if (!only && !without)
      named.types.set(schema.properties ? bareText(fieldsOf(schema, textOf)) : textOf(schema), name);
  }
  for (const [id, schema] of Object.entries<Document>(document.components.schemas)) {
    const name = nameOf(id);
    const isAlternative = schema.anyOf && /(?:Input|Result)$/.test(id);
    if (!UNNAMED.test(id) && !isAlternative && !name.includes(' & ')) declare(name, schema);
  }
  const { names, queries } = queriesOf(document, textOf);
  const isBase = ({ name, fields }: Shape) => name in PARTS || (fields.length > 2 && !/^New|Change$/.test(name));
  const records = [...unions, ...textsOf(shapes, isBase)].join('\n');
  return {
    records: withImports(records, OWN),
    queries: withImports(textsOf(queries, isBaseQuery).join('\n'), {
      ...OWN,
      './records.ts': namesIn(records),
    }),
    textOf,
    queryOf: (operation) => names.get(operation),
  };
}

export const namesIn = (text: string): string[] =>
  [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = '']) => name);

/** A file that imports what it uses. */
export function withImports(text: string, from: Record<string, string[]>): string {
  const code = text.replaceAll(/\/\*.*?\*\//gs, '');
  const imports = Object.entries(from).flatMap(([path, names]) => {
    const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
    const kind = used[0] === used[0]?.toLowerCase() ? 'import' : 'import type';
    return used.length > 0 ? [`${kind} { ${used.sort().join(', ')} } from '${path}';\n`] : [];
  });
  return `${HEAD}${imports.join('')}\n${text}`;
}

/** The schema of a record, or of a field in it: without null, of a list or map its values. */
function schemaAt({ components }: Document, at: string): Document {
  const [record = '', ...fields] = at.split('.');
  return fields.reduce((schema, field) => innermost(schema.properties[field]), components.schemas[record]);
}

function innermost(schema: Document): Document {
  const inner = schema.items ?? schema.additionalProperties ?? schema.anyOf?.find((one: Document) => one.properties);
  return inner ? innermost(inner) : schema;
}

const isBaseQuery = ({ name }: Shape) => Object.values(QUERIES).includes(name);

function queriesOf(document: Document, textOf: Types['textOf']): { names: Map<string, string>; queries: Shape[] } {
  const methods = resourcesOf(document).flatMap(({ methods, inner }) => [
    ...methods,
    ...inner.flatMap((one) => one.methods),
  ]);
  const names = new Map<string, string>();
  const queries: Shape[] = [];
  const isFirst = ({ operation }: { operation: string }) => Number(operation in QUERIES);
  for (const { operation, query, body } of methods.sort((a, b) => isFirst(b) - isFirst(a))) {
    // With a body, the settings that were sent are always in the response.
    if (query.length === 0 || (body && query[0]?.name === 'include')) continue;
    const properties = Object.fromEntries(
      query.map(({ name, schema, description }) => [name, { ...schema, description }]),
    );
    const fields = fieldsOf({ properties }, textOf).map((one) =>
      // What they are depends on the record.
      one.type === "'settings'" ? { ...one, comment: '' } : one,
    );
    const known = queries.find((one) => isBaseQuery(one) && JSON.stringify(one.fields) === JSON.stringify(fields));
    const noun = operation
      .replace(/^[a-z]+/, '')
      .replace(/ies$/, 'y')
      .replace(/s$/, '');
    const shape = known ?? { name: QUERIES[operation] ?? `${noun}Query`, comment: '', fields };
    if (!known) queries.push(shape);
    names.set(operation, shape.name);
  }
  return { names, queries };
}

function textsOf(shapes: Shape[], isBase: (shape: Shape) => boolean): string[] {
  return shapes.map((shape) => {
    const { bases, own } = inheritance(shape, shapes.filter(isBase));
    const parents = bases.length > 0 ? ` extends ${bases.join(', ')}` : '';
    return `${shape.comment}export interface ${shape.name}${parents} {\n${own.map(fieldText).join('')}}\n`;
  });
}

/** The other types all of whose fields this one has, the largest first. It may require what is optional there. */
function inheritance({ fields }: Shape, candidates: Shape[]): { bases: string[]; own: Field[] } {
  const has = (base: Field) => fields.some((one) => isSame(one, base) && (base.isOptional || !one.isOptional));
  const bases = candidates
    .filter((one) => one.fields.length < fields.length && one.fields.every(has))
    .sort((a, b) => b.fields.length - a.fields.length);
  const left = new Set(fields.map(({ name }) => name));
  const chosen = bases.filter((one) => one.fields.filter(({ name }) => left.delete(name)).length > 0);
  const inherited = chosen.flatMap((one) => one.fields);
  const isInherited = (own: Field) => inherited.some((one) => isSame(one, own) && one.isOptional === own.isOptional);
  return { bases: chosen.map(({ name }) => name), own: fields.filter((one) => !isInherited(one)) };
}

const isSame = (one: Field, other: Field) =>
  one.name === other.name && one.type === other.type && one.comment === other.comment;

function fieldsOf({ properties, required = [] }: Document, textOf: Types['textOf']): Field[] {
  return Object.entries<Document>(properties).map(([name, schema]) => {
    return { name, comment: commentOf(schema.description), isOptional: !required.includes(name), type: textOf(schema) };
  });
}

const fieldText = ({ name, comment, isOptional, type }: Field) =>
  `${comment}${name}${isOptional ? '?' : ''}: ${type};\n`;

const LONGEST_COMMENT = 110;

export function commentOf(text: string | undefined): string {
  if (!text) return '';
  const lines = [''];
  for (const word of oneLine(text).split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length > LONGEST_COMMENT) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.length === 1 ? `/** ${lines[0]} */\n` : `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`;
}

/** An object without its own comments. */
const bareText = (fields: Field[]): string =>
  `{ ${fields.map((field) => fieldText({ ...field, comment: '' })).join('')} }`;

/** A JSON Schema as the text of a type. */
function typeText(schema: Document, named: Named): string {
  if (schema.$ref) return nameOf(refName(schema));
  const options: Document[] | undefined = schema.anyOf ?? schema.oneOf;
  if (options) return options.map((one) => typeText(one, named)).join(' | ');
  const types = [schema.type ?? 'unknown'].flat();
  if (types.includes('null') && types.length > 1) {
    return `${typeText({ ...schema, type: types.filter((one) => one !== 'null') }, named)} | null`;
  }
  const values = valuesOf(schema)
    ?.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
    .join(' | ');
  return named.types.get(values ?? '') ?? values ?? types.map((type) => oneType(type, schema, named)).join(' | ');
}

const PLAIN: Record<string, string> = { integer: 'number' };

function oneType(type: string, schema: Document, named: Named): string {
  const { items, minItems, maxItems, properties, additionalProperties: values } = schema;
  if (type === 'array') {
    const item = items ? typeText(items, named) : 'unknown';
    if (minItems === 2 && maxItems === 2) return `[low: ${item}, high: ${item}]`;
    return /^\w+$/.test(item) ? `${item}[]` : `(${item})[]`;
  }
  if (type !== 'object') return PLAIN[type] ?? type;
  if (!properties) return `Record<string, ${values?.type || values?.$ref ? typeText(values, named) : 'unknown'}>`;
  const fields = fieldsOf(schema, (one) => typeText(one, named));
  const known = named.types.get(bareText(fields));
  if (known) return known;
  const { bases, own } = inheritance(
    { name: '', comment: '', fields },
    named.shapes.filter(({ name }) => name in PARTS),
  );
  const text = own.every(({ comment }) => comment === '') ? bareText(own) : `{\n${own.map(fieldText).join('')}}`;
  return [...bases, text].join(' & ');
}
