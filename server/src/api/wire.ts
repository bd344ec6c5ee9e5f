import { camelCase, snakeCase } from '../base/names.ts';
import { isoSeconds } from '../base/time.ts';

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

type WireValue<Value> = Value extends Date ? string : Value extends undefined ? null : Value;

export type Wire<Source> = { [Name in keyof Source & string as SnakeCase<Name>]: WireValue<Source[Name]> };

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

type StoredValue<Value> = null extends Value ? Exclude<Value, null> | undefined : Value;

type Stored<Body> = { [Name in keyof Body & string as CamelCase<Name>]: StoredValue<Body[Name]> };

/** A record as the API shows it: `key_id` for `keyId`, a time as text, null for what is undefined. */
export function toWire<Source extends object>(record: Source): Wire<Source> {
  const wire: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) {
    wire[snakeCase(name)] = value instanceof Date ? isoSeconds(value) : (value ?? null);
  }
  return wire as Wire<Source>;
}

/** A checked body as a record: `keyId` for `key_id`, undefined for null. Fields that were not sent are left out. */
export function fromWire<Body extends object>(body: Body): Stored<Body> {
  const record: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined) record[camelCase(name)] = value ?? undefined;
  }
  return record as Stored<Body>;
}
