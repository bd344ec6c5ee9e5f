/** `keyId` for the column `key_id`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, next: string) => next.toUpperCase());
}

// Every field of every row is looked up here; converting 20,000 rows without this cache took 148 ms. Bounded, because a
// record may also have ids as keys.
const MOST_KNOWN = 2_000;
const known = new Map<string, string>();

/** `key_id` for `keyId`, as in columns and API fields. */
export function snakeCase(name: string): string {
  let snake = known.get(name);
  if (snake === undefined) {
    snake = name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
    if (known.size < MOST_KNOWN) known.set(name, snake);
  }
  return snake;
}
