interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
}

/** A JSON Schema as the text of a TypeScript type; `name` says what a named one is called. */
export function typeText(schema: Schema, name: (id: string) => string): string {
  const inner = (one: Schema) => typeText(one, name);
  if (schema.$ref) return name(schema.$ref.split('/').at(-1) ?? '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return union.map((one) => `(${inner(one)})`).join(' | ');
  if (schema.allOf) return schema.allOf.map((one) => `(${inner(one)})`).join(' & ');
  const types = [schema.type ?? 'unknown'].flat();
  return types.map((type) => oneType(type, schema, inner)).join(' | ');
}

function oneType(type: string, schema: Schema, inner: (one: Schema) => string): string {
  if (type === 'integer') return 'number';
  if (type === 'array') {
    const item = schema.items ? inner(schema.items) : 'unknown';
    const isInterval = schema.minItems === 2 && schema.maxItems === 2;
    return isInterval ? `[${item}, ${item}]` : `(${item})[]`;
  }
  if (type !== 'object') return type;
  if (schema.properties) return objectText(schema, inner);
  const { additionalProperties: values } = schema;
  return `Record<string, ${typeof values === 'object' && Object.keys(values).length > 0 ? inner(values) : 'unknown'}>`;
}

function objectText({ properties = {}, required = [] }: Schema, inner: (one: Schema) => string): string {
  const fields = Object.entries(properties).map(([field, schema]) => {
    return `${JSON.stringify(field)}${required.includes(field) ? '' : '?'}: ${inner(schema)};`;
  });
  return `{ ${fields.join(' ')} }`;
}
