import { type ZodType, z } from 'zod';
import { own } from '../../base/own.ts';
import { type Json, pointTo } from './json.ts';

export interface SchemaRegistry {
  /** The schema as JSON Schema, for requests (`input`) or responses (`output`). */
  describe(schema: ZodType, io: 'input' | 'output'): Json;
  /** The same. Alternatives without a name get this one, because generators cannot make types of unnamed ones. */
  describeAs(id: string, schema: ZodType, io: 'input' | 'output'): Json;
  /** The first example of the schema or of the schema it references. */
  exampleOf(schema: Json): unknown;
  /** All schemas with a name (`.meta({ id })`) so far. */
  named: Record<string, Json>;
}

/** Converts the validation schemas of routes into JSON Schema. Named schemas are written once and referenced. */
export function createSchemaRegistry(): SchemaRegistry {
  const named: Record<string, Json> = {};
  const registry: SchemaRegistry = {
    named,
    describe(schema, io) {
      const written = z.toJSONSchema(schema, {
        io,
        unrepresentable: 'any',
        override: ({ jsonSchema }) => makeReadable(jsonSchema),
      });
      const { $schema: _, $defs = {}, ...described } = withPointers(written);
      for (const [id, definition] of Object.entries($defs as Record<string, Json>)) enter(named, id, definition);
      return described;
    },
    describeAs(id, schema, io) {
      const described = registry.describe(schema, io);
      if (!described.anyOf) return described;
      enter(named, id, described);
      return pointTo('schemas', id);
    },
    exampleOf(schema) {
      const { examples, $ref, anyOf, oneOf } = schema as { examples?: unknown[]; $ref?: string } & Record<
        string,
        Json[]
      >;
      if (examples) return examples[0];
      const target = own(named, $ref?.split('/').at(-1) ?? '');
      const inner = target ? [target] : (anyOf ?? oneOf ?? []);
      return inner.map((one) => registry.exampleOf(one)).find((example) => example !== undefined);
    },
  };
  return registry;
}

/** Patterns of dates and times have 200 or more characters. */
const LONGEST_PATTERN = 150;
const WHOLE_SECONDS = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$';

function makeReadable(schema: Json): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // `format` is enough. The pattern for leap years is unreadable.
  if (String(schema.pattern).length > LONGEST_PATTERN) {
    if (String(schema.pattern).endsWith('(?:Z))$')) schema.pattern = WHOLE_SECONDS;
    else delete schema.pattern;
  }
  if ('example' in schema) {
    schema.examples = [schema.example];
    delete schema.example;
  }
}

function withPointers(schema: object): Json {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text, (_, value) => (isObject(value) ? forGenerators(value) : value));
}

const DAY_OR_TIME = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d(?:T.+)?$' };

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same schema in words that client generators understand: no tuples, and `type: [x, "null"]`. */
function forGenerators({ prefixItems, anyOf, propertyNames: _, ...rest }: Json): Json {
  // All tuples are intervals: `minItems` and `maxItems` are already there.
  if (Array.isArray(prefixItems)) return { ...rest, items: prefixItems[0] };
  if (!Array.isArray(anyOf)) return rest;
  if (anyOf.every(({ format }) => format === 'date' || format === 'date-time')) return { ...rest, ...DAY_OR_TIME };
  const [value, nothing, ...others] = anyOf as Json[];
  const isNullable = nothing?.type === 'null' && others.length === 0 && typeof value?.type === 'string';
  if (!isNullable) return { ...rest, anyOf };
  const values = value.enum as unknown[] | undefined;
  return { ...value, ...rest, type: [value.type, 'null'], ...(values && { enum: [...values, null] }) };
}

function enter(named: Record<string, Json>, id: string, definition: Json): void {
  const known = own(named, id);
  if (known && JSON.stringify(known) !== JSON.stringify(definition)) {
    throw new Error(`Two different schemas have the name ${id}. Give one of them another .meta({ id })`);
  }
  named[id] = definition;
}
