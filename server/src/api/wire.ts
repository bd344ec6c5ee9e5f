import { camelCase, snakeCase } from '../base/names.ts';
import { isoSeconds } from '../base/time.ts';

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

type WireValue<Value> = Value extends Date
  ? string
  : Value extends undefined
    ? null
    : Value extends readonly unknown[]
      ? { [Index in keyof Value]: WireValue<Value[Index]> }
      : Value extends object
        ? Wire<Value>
        : Value;

/** A field that may be left out is left out on the wire, too. */
type Present<Source, Name extends keyof Source> =
  Source extends Record<Name, unknown> ? Source[Name] : Exclude<Source[Name], undefined>;

export type Wire<Source> = {
  [Name in keyof Source as SnakeCase<Name & string>]: WireValue<Present<Source, Name>>;
};

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

type StoredValue<Value> = null extends Value ? Exclude<Value, null> | undefined : Value;

type Stored<Body> = { [Name in keyof Body as CamelCase<Name & string>]: StoredValue<Body[Name]> };

/** A record as the API returns it: `key_id` for `keyId`, times as text, null for undefined. */
export function toWire<Source extends object>(record: Source): Wire<Source> {
  const wire: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) wire[snakeCase(name)] = wireValue(value);
  return wire as Wire<Source>;
}

function wireValue(value: unknown): unknown {
  if (typeof value !== 'object') return value ?? null;
  if (value === null) return null;
  if (value instanceof Date) return isoSeconds(value);
  return Array.isArray(value) ? value.map(wireValue) : toWire(value);
}

/** A checked body as a record: `keyId` for `key_id`, undefined for null. Fields that were not sent are left out. */
export function fromWire<Body extends object>(body: Body): Stored<Body> {
  const record: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined) record[camelCase(name)] = value ?? undefined;
  }
  return record as Stored<Body>;
}
