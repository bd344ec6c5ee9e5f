import { domainRuleProblem } from '../access/domain-list.ts';
import { ipRuleProblem } from '../access/ip-list.ts';
import { auditRecord, keyRecord } from '../access/key-record.ts';
import { createKey, revokeKey } from '../access/keys.ts';
import { SetupError } from '../base/errors.ts';
import { isoSeconds } from '../base/time.ts';
import { type Mode, type Plan, setPlan } from '../store/accounts/accounts.ts';
import { type ApiKey, listApiKeys, type Scope } from '../store/accounts/api-keys.ts';
import { type AuditEntry, listAudit } from '../store/accounts/audit.ts';
import { workspaceOf } from '../store/workspaces/workspaces.ts';
import { columns } from './columns.ts';
import { type Call, oneOf } from './command.ts';
import { chooseAccount, type Service } from './open.ts';

/** The options for creating keys and OAuth clients. */
export interface CredentialOptions {
  account: string | undefined;
  mode: Mode;
  name: string | undefined;
  scope: string;
  ip: string[];
  domain: string[];
}

interface KeyOptions extends CredentialOptions {
  plan: Plan | undefined;
  expires: string | undefined;
}

export interface ListOptions {
  account: string | undefined;
  json: boolean;
}

/** The actor that the log shows for the command line. */
export const COMMAND_LINE = { name: 'command line' };
const LOG_LINES = 100;

/** Returns only the key, so that a script can use the output directly. */
export async function create(service: Service, { options }: Call<KeyOptions>): Promise<string> {
  const credential = readCredential(options);
  const expiresAt = options.expires === undefined ? undefined : parseExpiry(options.expires);
  const account = await chooseAccount(service.db, options.account);
  if (options.plan) await setPlan(service.db, account.accountId, options.plan);
  const workspace = await workspaceOf(service.db, account.accountId, options.mode);
  return createKey(service, workspace, { ...credential, expiresAt, by: COMMAND_LINE });
}

export function readCredential({ scope, ip, domain, name }: CredentialOptions) {
  const scopes = scope.split(',').map((one) => oneOf<Scope>('--scope', one.trim(), ['read', 'write']));
  return {
    scopes: [...new Set(scopes)],
    allowedIps: checkedList('--ip', ip, ipRuleProblem),
    allowedDomains: checkedList('--domain', domain, domainRuleProblem),
    name: name ?? `Created on ${isoSeconds(new Date()).slice(0, 10)}`,
  };
}

export async function list({ db }: Service, { options }: Call<ListOptions>): Promise<string> {
  const account = await chooseAccount(db, options.account);
  const keys = await listApiKeys(db, account.accountId);
  return options.json ? JSON.stringify(keys.map(keyRecord), null, 2) : keyTable(keys);
}

/** Revokes the key with this id or visible prefix. */
export async function revoke(
  { db }: Service,
  { options, args: [which] }: Call<{ account: string | undefined }, [string]>,
): Promise<string> {
  const account = await chooseAccount(db, options.account);
  const keys = await listApiKeys(db, account.accountId);
  const matching = keys.filter((key) => key.keyId === which || key.prefix === which);
  const [key] = matching;
  if (!key) throw new SetupError(`Key ${which} not found. List keys: visibility keys list`);
  if (matching.length > 1)
    throw new SetupError(
      `${matching.length} keys start with ${which}. Use the id: ${matching.map(({ keyId }) => keyId).join(', ')}.`,
    );
  const revoked = await revokeKey(db, account.accountId, { keyId: key.keyId, by: COMMAND_LINE });
  return revoked?.wasActive
    ? `Revoked ${key.prefix}… (${key.name}). It no longer works.`
    : `${key.prefix}… (${key.name}) was already revoked.`;
}

function keyTable(keys: ApiKey[]): string {
  const rows = keys.map((key) => [
    key.keyId,
    `${key.prefix}…`,
    key.name,
    key.scopes.join(','),
    key.expired ? 'expired' : key.status,
    isoSeconds(key.createdAt),
    key.lastUsedAt ? isoSeconds(key.lastUsedAt) : 'never used',
    key.createdBy ?? 'unknown',
  ]);
  return columns([['ID', 'PREFIX', 'NAME', 'SCOPES', 'STATUS', 'CREATED', 'LAST USED', 'CREATED BY'], ...rows]);
}

/** The newest entries of the account's log. */
export async function log({ db }: Service, { options }: Call<ListOptions>): Promise<string> {
  const account = await chooseAccount(db, options.account);
  const entries = await listAudit(db, account.accountId, { page: 1, perPage: LOG_LINES });
  return options.json ? JSON.stringify(entries.map(auditRecord), null, 2) : logTable(entries);
}

function logTable(entries: AuditEntry[]): string {
  const rows = entries.map((entry) => [
    isoSeconds(entry.at),
    entry.action,
    entry.subjectPrefix ? `${entry.subjectPrefix}…` : entry.subjectId,
    entry.subjectName,
    entry.actor,
    entry.address ?? '',
    Object.keys(entry.changes ?? {}).join(', '),
  ]);
  return columns([['TIME', 'WHAT', 'KEY', 'NAME', 'BY', 'FROM', 'CHANGED'], ...rows]);
}

function checkedList(option: string, values: string[], problemOf: (text: string) => string | undefined): string[] {
  const entries = values
    .flatMap((value) => value.split(','))
    .map((entry) => entry.trim())
    .filter(Boolean);
  for (const entry of entries) {
    const problem = problemOf(entry);
    if (problem) throw new SetupError(`${option} ${entry}: ${problem}.`);
  }
  if (entries.length > 50) throw new SetupError(`${option}: a key can have at most 50 entries.`);
  return entries;
}

function parseExpiry(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime()))
    throw new SetupError(`--expires must be a time such as 2027-01-31 or 2027-01-31T12:00:00Z, not "${text}".`);
  if (date.getTime() <= Date.now()) throw new SetupError(`--expires ${text} is in the past.`);
  return date;
}
