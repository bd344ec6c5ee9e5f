import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { SetupError } from '../base/errors.ts';
import { isoSeconds } from '../base/time.ts';
import type { Db } from '../store/db.ts';
import { createBiRole, dropBiRole, isRole, listBiRoles, setBiPassword } from '../store/system/bi-roles.ts';
import { workspaceOf } from '../store/workspaces/workspaces.ts';
import { columns } from './keys.ts';
import { chooseAccount, type Service } from './open.ts';

export interface BiOptions {
  account?: string | undefined;
  mode?: string | undefined;
}

/** `visibility bi role NAME`, `list` and `drop NAME`; gives back what to print. */
export async function biCommand(service: Service, options: BiOptions, [action, name]: string[]): Promise<string> {
  const { db } = service;
  if (action === 'list') return roleTable(db);
  if (action !== 'role' && action !== 'drop') {
    throw new SetupError('Say what to do: visibility bi role NAME, visibility bi list or visibility bi drop NAME.');
  }
  if (name === undefined || !/^[a-z_][a-z0-9_]{0,62}$/.test(name) || name.startsWith('pg_')) {
    throw new SetupError(`Name the role in lower-case letters, digits and _, such as acme_bi, not "${name ?? ''}".`);
  }
  try {
    return action === 'drop' ? await dropRole(db, name) : await giveRole(service, options, name);
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_PERMITTED) throw error;
    throw new SetupError('The user of DATABASE_URL may not manage roles. Give it CREATEROLE, or ask who may.');
  }
}

const NOT_PERMITTED = '42501';

/** A new role, or a new password for one that was made here. */
async function giveRole({ db, databaseUrl }: Service, options: BiOptions, name: string): Promise<string> {
  const mode = options.mode ?? 'live';
  if (mode !== 'live' && mode !== 'test') throw new SetupError(`--mode must be live or test, not "${mode}".`);
  const { accountId } = await chooseAccount(db, options.account);
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
      `The database already has a role ${name} that was not made by this command. Take another name.`,
    );
  }
  if (known) await setBiPassword(db, { name, verifier });
  else await createBiRole(db, { name, verifier, workspaceId });
  return [
    `${name} reads the ${mode} workspace through the views of the schema bi, and nothing else.`,
    `  Address   ${addressFor(databaseUrl, { name, password })}`,
    '            (the password is shown only now; run the command again for another)',
  ].join('\n');
}

function addressFor(databaseUrl: string, { name, password }: { name: string; password: string }): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `postgres://${name}:${password}@${hostname}${port ? `:${port}` : ''}${pathname}`;
}

async function dropRole(db: Db, name: string): Promise<string> {
  const known = (await listBiRoles(db)).some((role) => role.name === name);
  if (!known) throw new SetupError(`There is no role ${name} that was made here. visibility bi list shows them.`);
  await dropBiRole(db, name).catch((error) => explainRemains(error, name));
  return `Dropped ${name}.`;
}

/** PostgreSQL lists what keeps a role in the error's detail, a line each. */
function explainRemains(error: { code?: string; detail?: string }, name: string): never {
  if (error.code !== STILL_OWNS) throw error;
  const remains = (error.detail ?? 'objects in another database').replaceAll('\n', ', ');
  throw new SetupError(
    `${name} can no longer sign in or read, but the role remains because of ${remains}. Run "drop owned by ${name}" in that database, then visibility bi drop ${name} again.`,
  );
}

const STILL_OWNS = '2BP01';

async function roleTable(db: Db): Promise<string> {
  const roles = await listBiRoles(db);
  const rows = roles.map(({ name, workspaceId, createdAt }) => [
    name,
    workspaceId ?? 'being dropped',
    isoSeconds(createdAt),
  ]);
  return columns([['ROLE', 'WORKSPACE', 'CREATED'], ...rows]);
}

const ROUNDS = 4096;

/** What PostgreSQL stores of a password (RFC 5803), made here so that the password itself stands in no statement or log. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${storedKey}:${keyed('Server Key').toString('base64')}`;
}
