import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { SetupError } from '../base/errors.ts';
import { isoSeconds } from '../base/time.ts';
import type { Mode } from '../store/accounts/accounts.ts';
import { createBiRole, dropBiRole, isRole, listBiRoles, setBiPassword } from '../store/system/bi-roles.ts';
import { workspaceOf } from '../store/workspaces/workspaces.ts';
import { columns } from './columns.ts';
import type { Call } from './command.ts';
import { chooseAccount, type Service } from './open.ts';

/** Creates a role, or sets a new password for a role created by this command. */
export async function createRole(
  { db, databaseUrl }: Service,
  { options: { account, mode }, args: [name] }: Call<{ account: string | undefined; mode: Mode }, [string]>,
): Promise<string> {
  checkName(name);
  const { accountId } = await chooseAccount(db, account);
  const { workspaceId } = await workspaceOf(db, accountId, mode);
  const password = randomBytes(24).toString('base64url');
  const verifier = scramVerifier(password);
  const known = (await listBiRoles(db)).find((role) => role.name === name);
  if (known?.workspaceId === null) {
    throw new SetupError(`${name} is being dropped. Finish that first: visibility bi drop ${name}`);
  }
  if (known && known.workspaceId !== workspaceId) {
    throw new SetupError(`${name} already reads another workspace. Drop it first: visibility bi drop ${name}`);
  }
  if (!known && (await isRole(db, name))) {
    throw new SetupError(
      `The database already has a role ${name} that was not created by this command. Choose another name.`,
    );
  }
  await (known ? setBiPassword(db, { name, verifier }) : createBiRole(db, { name, verifier, workspaceId })).catch(
    explainMissingRight,
  );
  return [
    `${name} can read the ${mode} workspace through the views of the schema bi, and nothing else.`,
    `  URL       ${addressFor(databaseUrl, { name, password })}`,
    '            (the password is shown only once; run the command again for a new one)',
  ].join('\n');
}

function addressFor(databaseUrl: string, { name, password }: { name: string; password: string }): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `postgresql://${name}:${password}@${hostname}${port ? `:${port}` : ''}${pathname}`;
}

export async function dropRole({ db }: Service, { args: [name] }: Call<object, [string]>): Promise<string> {
  checkName(name);
  const known = (await listBiRoles(db)).some((role) => role.name === name);
  if (!known) throw new SetupError(`Role ${name} not found. List roles: visibility bi list`);
  await dropBiRole(db, name).catch((error) => explainRemains(error, name));
  return `Dropped ${name}.`;
}

/** The error detail lists the remaining objects, one per line. */
function explainRemains(error: { code?: string; detail?: string }, name: string): never {
  if (error.code !== STILL_OWNS) return explainMissingRight(error);
  const remains = (error.detail ?? 'objects in another database').replaceAll('\n', ', ');
  throw new SetupError(
    `${name} can no longer sign in or read data, but the role still owns ${remains}. Run "drop owned by ${name}" in that database, then visibility bi drop ${name} again.`,
  );
}

const STILL_OWNS = '2BP01';
const NOT_PERMITTED = '42501';

function explainMissingRight(error: { code?: string }): never {
  if (error.code !== NOT_PERMITTED) throw error;
  throw new SetupError(
    'The user of DATABASE_URL cannot manage roles. Grant it CREATEROLE, or ask your database administrator.',
  );
}

function checkName(name: string): void {
  if (/^[a-z_][a-z0-9_]{0,62}$/.test(name) && !name.startsWith('pg_')) return;
  throw new SetupError(`Invalid role name "${name}". Use lowercase letters, digits and _, such as acme_bi.`);
}

export async function listRoles({ db }: Service): Promise<string> {
  const roles = await listBiRoles(db);
  const rows = roles.map(({ name, workspaceId, createdAt }) => [
    name,
    workspaceId ?? 'being dropped',
    isoSeconds(createdAt),
  ]);
  return columns([['ROLE', 'WORKSPACE', 'CREATED'], ...rows]);
}

const ROUNDS = 4096;

/**
 * The SCRAM verifier that PostgreSQL stores (RFC 5803). Computed here so that the password is in no statement or log.
 */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${storedKey}:${keyed('Server Key').toString('base64')}`;
}
