/** `keyId` for the column `key_id`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, next: string) => next.toUpperCase());
}

/** `key_id` for `keyId`, as columns and the API's fields are called. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}
