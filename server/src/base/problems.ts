import { type ZodType, z } from 'zod';

type Issue = z.core.$ZodIssue;

/**
 * The value as the schema wants it, or all that is wrong with it in one line that its sender can read; `name` is what
 * the value as a whole is called there.
 */
export function check<Schema extends ZodType>(
  schema: Schema,
  value: unknown,
  name = '',
): { value: z.output<Schema>; problems?: never } | { problems: string } {
  // Without `reportInput` a value of the wrong type could not be told from a missing one.
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return { value: result.data };
  // Only what comes from a query ignores unknown names, and only there a list is a text that was given several times.
  const isQuery = schema instanceof z.ZodObject && schema.def.catchall === undefined;
  return { problems: result.error.issues.map((issue) => inWords(issue, { name, isQuery })).join('; ') };
}

function inWords(issue: Issue, { name, isQuery }: { name: string; isQuery: boolean }): string {
  const where = issue.path.reduce<string>(
    (path, part) => (typeof part === 'number' ? `${path}[${part}]` : path ? `${path}.${String(part)}` : String(part)),
    '',
  );
  if (where) return `${where}: ${isQuery && Array.isArray(issue.input) ? 'must be given once' : problemOf(issue)}`;
  return name && issue.code === 'invalid_type' ? `${name}: ${problemOf(issue)}` : problemOf(issue);
}

function problemOf(issue: Issue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `unknown field${issue.keys.length > 1 ? 's' : ''} ${issue.keys.join(', ')}`;
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

function unitOf(origin: string, count: number | bigint): string {
  const isOne = Number(count) === 1;
  if (origin === 'string') return isOne ? ' character' : ' characters';
  if (origin === 'array') return isOne ? ' entry' : ' entries';
  return '';
}
