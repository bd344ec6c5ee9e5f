import { type ZodType, z } from 'zod';
import type { Json } from './json.ts';

export interface SchemaRegistry {
  /** The schema as JSON Schema: what may be sent (`input`), or what is answered (`output`). */
  describe(schema: ZodType, io: 'input' | 'output'): Json;
  /** The first example that the schema, or the one it points to, carries. */
  exampleOf(schema: Json): unknown;
  /** Every schema with a name (`.meta({ id })`) that was met so far. */
  named: Record<string, Json>;
}

/** Turns the schemas that routes validate with into JSON Schema. Those with a name are written once and pointed to. */
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
      const target = named[$ref?.split('/').at(-1) ?? ''];
      const inner = target ? [target] : (anyOf ?? oneOf ?? []);
      return inner.map((one) => registry.exampleOf(one)).find((example) => example !== undefined);
    },
  };
  return registry;
}

/** Those of dates and times have 200 and more. */
const LONGEST_PATTERN = 150;
const WHOLE_SECONDS = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$';

function makeReadable(schema: Json): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // `format` says it; the pattern of leap years says it to nobody.
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
  const known = named[id];
  if (known && JSON.stringify(known) !== JSON.stringify(definition)) {
    throw new Error(`Two different schemas are called ${id}: give one of them another .meta({ id })`);
  }
  named[id] = definition;
}
