import type { ZodType, z } from 'zod';
import { ApiError } from '../base/errors.ts';

type Issue = z.core.$ZodIssue;

/** The value as the schema wants it, or a 422 that names every problem at once. */
export function validate<Schema extends ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const unstorable = findUnstorable(value, '');
  if (unstorable !== undefined) throw new ApiError(422, `${unstorable}: must not contain NUL or broken Unicode`);
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw new ApiError(422, result.error.issues.map(inWords).join('; '));
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

function inWords(issue: Issue): string {
  const where = issue.path.reduce<string>(
    (path, part) => (typeof part === 'number' ? `${path}[${part}]` : path ? `${path}.${String(part)}` : String(part)),
    '',
  );
  const what = problemOf(issue);
  return where ? `${where}: ${what}` : what;
}

function problemOf(issue: Issue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `unknown field${issue.keys.length > 1 ? 's' : ''} ${issue.keys.join(', ')}`;
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${withArticle(issue.expected)}`;
    case 'too_small':
      return `must ${boundOf(issue.origin)} at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'too_big':
      return `must ${boundOf(issue.origin)} at most ${issue.maximum}${unitOf(issue.origin)}`;
    default:
      return issue.message;
  }
}

function withArticle(type: string): string {
  const name = type === 'int' ? 'whole number' : type;
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
}

function boundOf(origin: string): string {
  return origin === 'string' || origin === 'array' ? 'have' : 'be';
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' entries' : '';
}
