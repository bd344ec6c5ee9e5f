import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { SetupError } from '../base/errors.ts';
import { check } from '../base/problems.ts';

/** The content of a JSON file that a setting names. Undefined if the setting is empty. */
export function readJson<Schema extends z.ZodType>(
  setting: string,
  path: string | undefined,
  schema: Schema,
): z.output<Schema> | undefined {
  if (path === undefined) return undefined;
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new SetupError(`${setting} ${path} cannot be read as JSON: ${(error as Error).message}.`);
  }
  const checked = check(schema, content);
  if (checked.problems !== undefined) throw new SetupError(`${setting} ${path}: ${checked.detail}.`);
  return checked.value;
}
