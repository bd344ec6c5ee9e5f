import type { ZodType, z } from 'zod';
import { ApiError } from '../base/errors.ts';
import { check } from '../base/problems.ts';

/** The value as the schema wants it, or a 422 that names every problem at once. */
export function validate<Schema extends ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const checked = check(schema, value);
  if (checked.problems !== undefined) throw new ApiError(422, checked.problems);
  return checked.value;
}
