import type { ZodType, z } from 'zod';
import { ApiError } from '../base/errors.ts';
import { check } from '../base/problems.ts';

/** The value as the schema wants it, or a 422 that names every problem at once. */
export function validate<Schema extends ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const unstorable = findUnstorable(value, '');
  if (unstorable !== undefined) throw new ApiError(422, `${unstorable}: must not contain NUL or broken Unicode`);
  const checked = check(schema, value, 'body');
  if (checked.problems !== undefined) throw new ApiError(422, checked.problems);
  return checked.value;
}

/** Far more than any body of ours has. */
const MOST_LEVELS = 32;

/** Refuses what would overflow the stack of whoever walks through it next: 64 KiB can hold 32,000 levels of brackets. */
export function refuseDeep(value: unknown): void {
  if (isDeeper(value, MOST_LEVELS)) throw new ApiError(422, `must not be nested more than ${MOST_LEVELS} levels deep`);
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** Where a text stands that PostgreSQL cannot store. */
function findUnstorable(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path || 'body' : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const name = Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key;
    const found = findUnstorable(inner, name) ?? (findUnstorable(key, 'body') && 'body');
    if (found) return found;
  }
  return undefined;
}
