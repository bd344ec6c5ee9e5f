import type { ZodType, z } from 'zod';
import { problemsError } from '../base/errors.ts';
import { check, invalid } from '../base/problems.ts';

/** Validates a value. Throws a 422 with the first ten problems. */
export function validate<Schema extends ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const unstorable = findUnstorable(value);
  if (unstorable) {
    const message = 'must not contain NUL or broken Unicode';
    throw invalid([{ path: unstorable, message: unstorable.length > 0 ? message : `body: ${message}` }]);
  }
  const checked = check(schema, value, { name: 'body' });
  if (checked.problems !== undefined) throw problemsError(422, checked.detail, checked.problems);
  return checked.value;
}

/** Finds a text that PostgreSQL cannot store. For a field name, returns the path of its object. */
function findUnstorable(value: unknown): (string | number)[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : [];
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const found = findUnstorable(value[index]);
      if (found) return [index, ...found];
    }
    return undefined;
  }
  for (const name in value) {
    if (!isStorable(name)) return [];
    const found = findUnstorable(value[name as keyof typeof value]);
    if (found) return [name, ...found];
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
