import { domainRuleProblem } from '../access/domain-list.ts';
import { ipRuleProblem } from '../access/ip-list.ts';
import { createKey } from '../access/keys.ts';
import { SetupError } from '../base/errors.ts';
import { isoSeconds } from '../base/time.ts';
import { type Mode, type Plan, setPlan } from '../store/accounts.ts';
import { type ApiKey, listApiKeys, revokeApiKey, type Scope } from '../store/api-keys.ts';
import { workspaceOf } from '../store/workspaces.ts';
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

/** Makes a key and gives it back: the caller prints it, alone, on stdout. */
export async function createKeyCommand(service: Service, options: KeyOptions): Promise<string> {
  const mode = oneOf<Mode>('--mode', options.mode ?? 'test', ['live', 'test']);
  const scopes = (options.scope ?? 'read')
    .split(',')
    .map((scope) => oneOf<Scope>('--scope', scope.trim(), ['read', 'write']));
  const plan =
    options.plan === undefined ? undefined : oneOf<Plan>('--plan', options.plan, ['free', 'pro', 'enterprise']);
  const allowedIps = checkedList('--ip', options.ip, ipRuleProblem);
  const allowedDomains = checkedList('--domain', options.domain, domainRuleProblem);
  const expiresAt = options.expires === undefined ? undefined : parseExpiry(options.expires);
  const account = await chooseAccount(service.db, options.account);
  if (plan) await setPlan(service.db, account.accountId, plan);
  const workspace = await workspaceOf(service.db, account.accountId, mode);
  const name = options.name ?? `Made on ${isoSeconds(new Date()).slice(0, 10)}`;
  return createKey(service, workspace, { name, scopes: [...new Set(scopes)], allowedIps, allowedDomains, expiresAt });
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
  const wasActive = await revokeApiKey(service.db, account.accountId, key.keyId);
  return wasActive
    ? `Revoked ${key.prefix}… (${key.name}). It stopped working.`
    : `${key.prefix}… (${key.name}) was already revoked.`;
}

/** Keys as the API's conventions write them. */
export function keyRecords(keys: ApiKey[]): object[] {
  return keys.map((key) => ({
    key_id: key.keyId,
    name: key.name,
    prefix: key.prefix,
    created_at: isoSeconds(key.createdAt),
    last_used_at: key.lastUsedAt ? isoSeconds(key.lastUsedAt) : null,
    status: key.status,
    mode: key.mode,
    scopes: key.scopes,
    expires_at: key.expiresAt ? isoSeconds(key.expiresAt) : null,
    expired: key.expired,
    allowed_ips: key.allowedIps,
    allowed_domains: key.allowedDomains,
  }));
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
  ]);
  const all = [['ID', 'PREFIX', 'NAME', 'SCOPES', 'STATUS', 'CREATED', 'LAST USED'], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function oneOf<Value extends string>(option: string, value: string, allowed: Value[]): Value {
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
