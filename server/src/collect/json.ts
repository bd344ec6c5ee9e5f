/**
 * Lenient reading of what platforms send: nothing here throws, and what has another shape than expected is undefined.
 */

/** Parsed JSON whose strings can all be stored, or undefined when it is no JSON. */
export function readJson(body: string): unknown {
  try {
    return JSON.parse(body, (_, value) => (typeof value === 'string' ? storable(value) : value));
  } catch {
    return undefined;
  }
}

/**
 * PostgreSQL takes neither NUL nor half a surrogate pair. Each is replaced by one character of as many UTF-8 bytes,
 * so offsets in either unit still hold. With the `u` flag, a surrogate class matches lone ones only.
 */
function storable(value: string): string {
  return value.replaceAll('\0', ' ').replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** What stands at a path of names. */
export function field(value: unknown, ...path: string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found ?? undefined;
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function texts(value: unknown): string[] {
  return list(value).filter((one) => typeof one === 'string');
}

export function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The sum of the numbers there are; undefined when there is none. */
export function sum(...values: unknown[]): number | undefined {
  const numbers = values.map(number).filter((one) => one !== undefined);
  return numbers.length === 0 ? undefined : numbers.reduce((a, b) => a + b);
}
