import { isUntrustedCertificate } from '../../base/certificate-error.ts';
import { SetupError } from '../../base/errors.ts';
import { isDatabaseAway } from '../db.ts';

/** By PostgreSQL's error code or the message: what to do. */
const TODOS: [RegExp, string][] = [
  [
    /^53300/,
    'All its connections are in use. End sessions that are not needed, raise max_connections, or use a pooler.',
  ],
  [/^53100|No space left|could not write init file/, "The database's disk is full. Free up space on it."],
  [/^25006/, 'It is read-only. Use the address of the primary, or reset default_transaction_read_only.'],
  [/^57P03/, 'It is starting or stopping. Try again in a minute.'],
  [/time/, 'It does not respond in time. Check that it is running and reachable from here.'],
];
const UNTRUSTED =
  "Its certificate is not accepted here. Add sslrootcert=FILE with its authority's certificate to DATABASE_URL.";

/** Why the database cannot be used, and what the operator can do. Undefined if the error says nothing about that. */
export function databaseProblem(error: unknown): SetupError | undefined {
  if (error instanceof SetupError) return error;
  if (!isDatabaseAway(error)) return undefined;
  const { code = '', message } = error as Error & { code?: string };
  const known = isUntrustedCertificate(error) ? UNTRUSTED : TODOS.find(([one]) => one.test(`${code} ${message}`))?.[1];
  const todo = known ?? 'Check its host, user, password and database name.';
  return new SetupError(`DATABASE_URL cannot be used: ${message || code}. ${todo}`);
}
