import { type ZodType, z } from 'zod';
import { own } from '../../base/own.ts';
import type { Json } from './json.ts';

export interface SchemaRegistry {
  /** The schema as JSON Schema, for requests (`input`) or responses (`output`). */
  describe(schema: ZodType, io: 'input' | 'output'): Json;
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
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

function enter(named: Record<string, Json>, id: string, definition: Json): void {
  const known = own(named, id);
  if (known && JSON.stringify(known) !== JSON.stringify(definition)) {
    throw new Error(`Two different schemas have the name ${id}. Give one of them another .meta({ id })`);
  }
  named[id] = definition;
}
