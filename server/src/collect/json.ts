import { own } from '../base/own.ts';
/** Lenient parsing of platform replies: nothing here throws, and unexpected shapes become undefined. */

/** Parsed JSON with storable strings. Undefined if the text is not JSON. */
export function readJson(body: string): unknown {
  try {
    return JSON.parse(body, (_, value) => (typeof value === 'string' ? storable(value) : value));
  } catch {
    return undefined;
  }
}

/**
 * PostgreSQL cannot store NUL or unpaired surrogates. Each is replaced by one character with the same number of UTF-8
 * bytes, so offsets in either unit stay valid. With the `u` flag, a surrogate class matches only unpaired ones.
 */
function storable(value: string): string {
  return value.replaceAll('\0', ' ').replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** The value at a path of names. */
export function field(value: unknown, ...path: string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = own(found as Record<string, unknown>, name);
  }
  return found ?? undefined;
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The texts in a list that are not blank: Google sends empty search queries. */
export function texts(value: unknown): string[] {
  return list(value).filter((one): one is string => typeof one === 'string' && one.trim() !== '');
}

export function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The sum of the numbers that are present. Undefined if there are none. */
export function sum(...values: unknown[]): number | undefined {
  const numbers = values.map(number).filter((one) => one !== undefined);
  return numbers.length === 0 ? undefined : numbers.reduce((a, b) => a + b);
}
