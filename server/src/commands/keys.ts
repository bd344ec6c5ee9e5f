import { domainRuleProblem } from '../access/domain-list.ts';
import { ipRuleProblem } from '../access/ip-list.ts';
import { createKey, revokeKey } from '../access/keys.ts';
import { SetupError } from '../base/errors.ts';
import { isoSeconds } from '../base/time.ts';
import { type Mode, type Plan, setPlan } from '../store/accounts/accounts.ts';
import { type ApiKey, listApiKeys, type Scope } from '../store/accounts/api-keys.ts';
import { type AuditEntry, listAudit } from '../store/accounts/audit.ts';
import { workspaceOf } from '../store/workspaces/workspaces.ts';
import { chooseAccount, type Service } from './open.ts';

export interface KeyOptions {
  account?: string | undefined;
  mode?: string | undefined;
  name?: string | undefined;
  scope?: string | undefined;
  plan?: string | undefined;
  ip?: string[] | undefined;
  domain?: string[] | undefined;
  expires?: string | undefined;
}

/** How the log names whoever uses the command line. */
export const COMMAND_LINE = { name: 'command line' };
const LOG_LINES = 100;

/** Makes a key and gives it back: the caller prints it, alone, on stdout. */
export async function createKeyCommand(service: Service, options: KeyOptions): Promise<string> {
  const { mode, scopes, allowedIps, allowedDomains, name } = holderWishes(options);
  const plan =
    options.plan === undefined ? undefined : oneOf<Plan>('--plan', options.plan, ['free', 'pro', 'enterprise']);
  const expiresAt = options.expires === undefined ? undefined : parseExpiry(options.expires);
  const account = await chooseAccount(service.db, options.account);
  if (plan) await setPlan(service.db, account.accountId, plan);
  const workspace = await workspaceOf(service.db, account.accountId, mode);
  const wishes = { name, scopes, allowedIps, allowedDomains, expiresAt };
  return createKey(service, workspace, { ...wishes, by: COMMAND_LINE });
}

/** What keys and OAuth clients are made with alike. */
export function holderWishes(options: KeyOptions) {
  const scopes = (options.scope ?? 'read')
    .split(',')
    .map((scope) => oneOf<Scope>('--scope', scope.trim(), ['read', 'write']));
  return {
    mode: oneOf<Mode>('--mode', options.mode ?? 'test', ['live', 'test']),
    scopes: [...new Set(scopes)],
    allowedIps: checkedList('--ip', options.ip, ipRuleProblem),
    allowedDomains: checkedList('--domain', options.domain, domainRuleProblem),
    name: options.name ?? `Made on ${isoSeconds(new Date()).slice(0, 10)}`,
  };
}

export async function listKeysCommand(service: Service, options: KeyOptions): Promise<ApiKey[]> {
  const account = await chooseAccount(service.db, options.account);
  return listApiKeys(service.db, account.accountId);
}

/** Revokes the key with this id or shown prefix. */
export async function revokeKeyCommand(
  service: Service,
  options: KeyOptions,
  which: string | undefined,
): Promise<string> {
  if (which === undefined)
    throw new SetupError('Say which key: visibility keys revoke <key id or prefix>. visibility keys list shows them.');
  const account = await chooseAccount(service.db, options.account);
  const keys = await listApiKeys(service.db, account.accountId);
  const matching = keys.filter((key) => key.keyId === which || key.prefix === which);
  const [key] = matching;
  if (!key) throw new SetupError(`There is no key ${which}. visibility keys list shows them.`);
  if (matching.length > 1)
    throw new SetupError(
      `${matching.length} keys begin with ${which}. Name one by its id: ${matching.map(({ keyId }) => keyId).join(', ')}.`,
    );
  const revoked = await revokeKey(service.db, account.accountId, { keyId: key.keyId, by: COMMAND_LINE });
  return revoked?.wasActive
    ? `Revoked ${key.prefix}… (${key.name}). It stopped working.`
    : `${key.prefix}… (${key.name}) was already revoked.`;
}

export function keyTable(keys: ApiKey[]): string {
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
export async function keyLogCommand(service: Service, options: KeyOptions): Promise<AuditEntry[]> {
  const account = await chooseAccount(service.db, options.account);
  return listAudit(service.db, account.accountId, { page: 1, perPage: LOG_LINES });
}

export function logTable(entries: AuditEntry[]): string {
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

export function columns(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function oneOf<Value extends string>(option: string, value: string, allowed: Value[]): Value {
  if (allowed.includes(value as Value)) return value as Value;
  throw new SetupError(`${option} must be ${allowed.join(' or ')}, not "${value}".`);
}

function checkedList(
  option: string,
  values: string[] | undefined,
  problemOf: (text: string) => string | undefined,
): string[] {
  const entries = (values ?? [])
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
