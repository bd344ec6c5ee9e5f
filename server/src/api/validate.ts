import type { ZodType, z } from 'zod';
import { ApiError } from '../base/errors.ts';
import { check } from '../base/problems.ts';

/** The value as the schema wants it, or a 422 that names every problem at once. */
export function validate<Schema extends ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const unstorable = findUnstorable(value, '', 0);
  if (unstorable !== undefined) throw new ApiError(422, `${unstorable}: must not contain NUL or broken Unicode`);
  const checked = check(schema, value);
  if (checked.problems !== undefined) throw new ApiError(422, checked.problems);
  return checked.value;
}

/** Far deeper than any body of ours; 64 KiB of brackets would overflow the stack. */
const DEEPEST = 32;

/** Where a text stands that PostgreSQL cannot store. */
function findUnstorable(value: unknown, path: string, depth: number): string | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path || 'body' : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === DEEPEST) throw new ApiError(422, `must not be nested more than ${DEEPEST} levels deep`);
  for (const [key, inner] of Object.entries(value)) {
    const name = Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key;
    const found = findUnstorable(inner, name, depth + 1) ?? (findUnstorable(key, 'body', depth) && 'body');
    if (found) return found;
  }
  return undefined;
}
