import { snakeCase } from '../base/names.ts';
import { isoSeconds } from '../base/time.ts';

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

type WireValue<Value> = Value extends Date ? string : Value extends undefined ? null : Value;

export type Wire<Stored> = { [Name in keyof Stored & string as SnakeCase<Name>]: WireValue<Stored[Name]> };

/** A record as the API returns it: `key_id` for `keyId`, times as text, null for undefined. */
export function toWire<Stored extends object>(record: Stored): Wire<Stored> {
  const wire: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) {
    wire[snakeCase(name)] = value instanceof Date ? isoSeconds(value) : (value ?? null);
  }
  return wire as Wire<Stored>;
}
