import { type ZodType, z } from 'zod';
import { type ApiError, type Problem, problemsError } from './errors.ts';

type Issue = z.core.$ZodRawIssue;

/**
 * Validates a value. Returns the parsed value, or the first `most` problems by field and as one line of text. `name`
 * is used for problems with the value as a whole.
 */
export function check<Schema extends ZodType>(
  schema: Schema,
  value: unknown,
  { name = '', most = MOST_SHOWN }: { name?: string; most?: number } = {},
): { value: z.output<Schema>; problems?: never } | { problems: Problem[]; detail: string } {
  // `safeParse` would build a message for every issue, and there can be a million.
  const result = schema._zod.run({ value, issues: [] }, PARSING);
  if (result instanceof Promise) throw new z.core.$ZodAsyncError();
  if (result.issues.length === 0) return { value: result.value as z.output<Schema> };
  // Only queries ignore unknown names. Only in queries, a list means a parameter that was given several times.
  const isQuery = schema instanceof z.ZodObject && schema.def.catchall === undefined;
  const problems = result.issues.slice(0, most).map((issue) => toProblem(issue, { name, isQuery }));
  const rest = result.issues.length - problems.length;
  return { problems, detail: inOneLine(problems) + (rest > 0 ? `; and ${rest} more` : '') };
}

/** A 422 for fields that are invalid together or at this time. */
export function invalid(problems: Problem[]): ApiError {
  return problemsError(422, inOneLine(problems), problems);
}

function inOneLine(problems: Problem[]): string {
  return problems.map(({ path, message }) => (path.length > 0 ? `${pathOf(path)}: ${message}` : message)).join('; ');
}

/** Checks the length of a list before its entries: validating a million invalid entries takes a second. */
export function atMost<Schema extends ZodType>(most: number, list: Schema) {
  return z.preprocess((value, context) => {
    if (!Array.isArray(value) || value.length <= most) return value;
    context.addIssue({ code: 'too_big', origin: 'array', maximum: most, inclusive: true, input: value });
    return z.NEVER;
  }, list);
}

// `reportInput` is needed to distinguish a wrong type from a missing value.
const PARSING = { async: false, reportInput: true } as const;
const MOST_SHOWN = 10;
const LONGEST_NAME = 60;

/** Lists names from a request for an error message, shortened and limited in number. */
export function listNames(names: string[]): string {
  const shown = names
    .slice(0, MOST_SHOWN)
    .map((name) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name));
  const rest = names.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

function toProblem(issue: Issue, { name, isQuery }: { name: string; isQuery: boolean }): Problem {
  const path = issue.path ?? [];
  if (path.length > 0 && isQuery && Array.isArray(issue.input)) return { path, message: 'must be given once' };
  const isNamed = path.length === 0 && name !== '' && issue.code === 'invalid_type';
  return { path, message: isNamed ? `${name}: ${problemOf(issue)}` : problemOf(issue) };
}

/** `events[0].type` */
export function pathOf(parts: PropertyKey[]): string {
  return parts.reduce<string>(
    (path, part) => (typeof part === 'number' ? `${path}[${part}]` : path ? `${path}.${String(part)}` : String(part)),
    '',
  );
}

function problemOf(issue: Issue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `unknown field${issue.keys.length > 1 ? 's' : ''} ${listNames(issue.keys)}`;
    case 'invalid_value':
      if (issue.input === undefined) return 'is required';
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${withArticle(issue.expected)}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'must not be empty';
      return `must ${boundOf(issue.origin)} at least ${issue.minimum}${unitOf(issue.origin, issue.minimum)}`;
    case 'too_big':
      return `must ${boundOf(issue.origin)} at most ${issue.maximum}${unitOf(issue.origin, issue.maximum)}`;
    default:
      return z.core.util.finalizeIssue(issue, PARSING, z.core.config()).message;
  }
}

function withArticle(type: string): string {
  const name = type === 'int' ? 'whole number' : type;
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
}

function boundOf(origin: string): string {
  return origin === 'string' || origin === 'array' ? 'have' : 'be';
}

function unitOf(origin: string, count: number | bigint): string {
  const isOne = Number(count) === 1;
  if (origin === 'string') return isOne ? ' character' : ' characters';
  if (origin === 'array') return isOne ? ' entry' : ' entries';
  return '';
}
