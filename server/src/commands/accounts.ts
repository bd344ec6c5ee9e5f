import { readFileSync } from 'node:fs';
import { createKey, type KeyInput } from '../access/keys.ts';
import { createSignInToken } from '../access/sessions.ts';
import { csvLine, parseCsv } from '../base/csv.ts';
import { SetupError } from '../base/errors.ts';
import { isoSeconds } from '../base/time.ts';
import type { Config } from '../config.ts';
import { isMailAddress } from '../mail/address.ts';
import { createAccountWithSandbox } from '../sandbox/create.ts';
import {
  listAccounts,
  lockForFirstAccount,
  type Mode,
  type Plan,
  setOwnerEmail,
  setPlan,
  takenBy,
} from '../store/accounts/accounts.ts';
import { closeAccount, findRemoval, type Removal, type Removed, removeAccountData } from '../store/accounts/removal.ts';
import { type Db, openDb, type Transaction } from '../store/db.ts';
import { dropBiRole, listBiRoles } from '../store/system/bi-roles.ts';
import { askPerson } from './ask-person.ts';
import { columns } from './columns.ts';
import { type Call, oneOf } from './command.ts';
import { COMMAND_LINE } from './keys.ts';
import { chooseAccount, type Service } from './open.ts';
import { addressOfServer } from './server-mark.ts';

const PLANS: Plan[] = ['free', 'pro', 'enterprise'];
const LONGEST_NAME = 100;
/** Enough for a first score. With the history of the first account, fifty accounts would keep a worker busy for hours. */
const LATER_SANDBOX_DAYS = 7;

interface CreateOptions {
  owner: string | undefined;
  plan: Plan;
  json: boolean;
}

export async function create(
  service: Service,
  { config, options, args: [name] }: Call<CreateOptions, [string]>,
): Promise<string> {
  const [created] = await createAll(service, config, [{ name, owner: options.owner ?? '', plan: options.plan }]);
  return options.json ? JSON.stringify(created, null, 2) : createdText(created as Created);
}

/** Creates the accounts of a CSV file, all or none, and returns their ids, keys and links. */
export async function importFile(
  service: Service,
  { config, options, args: [path] }: Call<{ json: boolean }, [string]>,
): Promise<string> {
  const created = await createAll(service, config, readAccounts(path));
  if (options.json) return JSON.stringify(created, null, 2);
  const rows = created.map(({ workspaces: { live, test }, ...one }) => ({ ...one, live, test }));
  return [Object.keys(rows[0] ?? {}), ...rows.map(Object.values)].map(csvLine).join('').trimEnd();
}

interface NewAccount {
  name: string;
  owner: string;
  plan: Plan;
  /** Where it is in a file, for errors. */
  line?: number;
}

const COLUMNS = ['name', 'owner', 'plan'];

function readAccounts(path: string): NewAccount[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new SetupError(`${path} cannot be read: ${(error as Error).message}`);
  }
  const [header, ...rows] = parseCsv(text.replace(/^\uFEFF/, ''));
  const columns = header?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const unknown = columns.filter((column) => !COLUMNS.includes(column));
  if (unknown.length > 0 || !columns.includes('name') || !columns.includes('owner') || rows.length === 0) {
    throw new SetupError(`${path} must have the columns name, owner and, if needed, plan, and a line per account.`);
  }
  return rows.map(({ line, cells }) => {
    const cell = (column: string) => cells[columns.indexOf(column)]?.trim() ?? '';
    const plan = oneOf<Plan>(`Line ${line}: the plan`, cell('plan') || 'free', PLANS);
    return { name: cell('name'), owner: cell('owner'), plan, line };
  });
}

const FIRST_KEY: Omit<KeyInput, 'name'> = {
  scopes: ['read', 'write'],
  allowedIps: [],
  allowedDomains: [],
  expiresAt: undefined,
  by: COMMAND_LINE,
};

async function createAll(service: Service, config: Config, wanted: NewAccount[]): Promise<Created[]> {
  const accounts = await service.db.transaction(async (tx) => {
    // Locked, so that two commands cannot create the same name.
    await lockForFirstAccount(tx);
    const stored: Stored[] = [];
    for (const one of wanted) stored.push(await store(tx, one, Math.min(config.SANDBOX_DAYS, LATER_SANDBOX_DAYS)));
    return stored;
  });
  const address = await addressOfServer(config, service.dataDir);
  const created: Created[] = [];
  for (const { account_id, workspaces, ...account } of accounts) {
    const keyOf = (mode: Mode) =>
      createKey(service, { workspaceId: workspaces[mode], mode }, { ...FIRST_KEY, name: `First ${mode} key` });
    created.push({
      account_id,
      ...account,
      workspaces,
      live_key: await keyOf('live'),
      test_key: await keyOf('test'),
      sign_in_url: `${address}/sign-in#token=${await createSignInToken(service.db, account_id)}`,
    });
  }
  return created;
}

async function store(tx: Transaction, { line, ...given }: NewAccount, historyDays: number): Promise<Stored> {
  const where = line === undefined ? '' : `Line ${line}: `;
  const [name, email] = [given.name.trim(), given.owner.trim().toLowerCase()];
  if (name === '' || name.length > LONGEST_NAME || /\p{C}/u.test(name)) {
    throw new SetupError(
      `${where}The account name must have 1 to ${LONGEST_NAME} characters, without control characters. Usage: visibility accounts create NAME --owner ADDRESS`,
    );
  }
  if (!isMailAddress(email)) throw new SetupError(`${where || '--'}owner must be an email address, not "${email}".`);
  const taken = await takenBy(tx, { name, email });
  if (taken) throw new SetupError(`${where}Account ${taken.accountId} already has the ${taken.what}. Choose another.`);
  const { accountId, workspaces } = await createAccountWithSandbox(tx, { name, plan: given.plan, historyDays });
  await setOwnerEmail(tx, accountId, email);
  return { account_id: accountId, name, owner: email, plan: given.plan, workspaces };
}

interface Stored {
  account_id: string;
  name: string;
  owner: string;
  plan: Plan;
  workspaces: Record<Mode, string>;
}

interface Created extends Stored {
  live_key: string;
  test_key: string;
  sign_in_url: string;
}

function createdText(created: Created): string {
  return [
    `Created ${created.name} (${created.plan}).`,
    `  Account     ${created.account_id}`,
    `  Owner       ${created.owner}`,
    `  Workspaces  live ${created.workspaces.live}, test ${created.workspaces.test}`,
    `  Live key    ${created.live_key}`,
    `  Test key    ${created.test_key}`,
    '              (the keys are shown only once)',
    `  Dashboard   ${created.sign_in_url}`,
    `              (works once, for 24 hours; visibility link --account ${created.account_id} prints another)`,
  ].join('\n');
}

export async function list({ db }: Service, { options }: Call<{ json: boolean }>): Promise<string> {
  const accounts = await listAccounts(db);
  if (options.json) {
    const records = accounts.map((one) => ({
      account_id: one.accountId,
      name: one.name,
      owner: one.ownerEmail ?? null,
      plan: one.plan ?? null,
      created_at: isoSeconds(one.createdAt),
      keywords: one.keywords,
      answers: one.answers,
      being_deleted: one.isBeingDeleted,
    }));
    return JSON.stringify(records, null, 2);
  }
  const rows = accounts.map((one) => [
    one.accountId,
    one.name,
    one.ownerEmail ?? '',
    one.isBeingDeleted ? 'being deleted' : (one.plan ?? ''),
    isoSeconds(one.createdAt),
    String(one.keywords),
    String(one.answers),
  ]);
  return columns([['ID', 'NAME', 'OWNER', 'PLAN', 'CREATED', 'KEYWORDS', 'ANSWERS'], ...rows]);
}

export async function changePlan(
  { db }: Service,
  { args: [which, given] }: Call<object, [string, string]>,
): Promise<string> {
  const account = await chooseAccount(db, which);
  const plan = oneOf<Plan>('The plan', given, PLANS);
  await setPlan(db, account.accountId, plan);
  return `${account.name} is on the ${plan} plan. Its limits apply immediately.`;
}

const REMOVAL_TIMEOUT_MS = 600_000;

/** Removes access first, then BI roles, then data. If interrupted, run it again to continue. */
export async function remove(
  { db, databaseUrl }: Service,
  { options, args: [which] }: Call<{ yes: boolean }, [string]>,
  ask = askPerson,
): Promise<string> {
  const { accountId, name } = (await findRemoval(db, which)) ?? (await chooseAccount(db, which));
  if (!options.yes) await confirm(ask, name);
  // Its statements scan whole logs, which other requests must not do.
  const patient = openDb({ url: databaseUrl, maxConnections: 2, statementTimeoutMs: REMOVAL_TIMEOUT_MS });
  try {
    const removal = await closeAccount(patient, accountId);
    if (!removal) throw new SetupError(`Account "${accountId}" not found. List accounts: visibility accounts list`);
    const problems = await dropRoles(patient, removal);
    const removed = await removeAccountData(patient, removal);
    return [`Deleted ${name} (${accountId}).`, removedTable(removed), ...problems].join('\n');
  } finally {
    await patient.close();
  }
}

async function confirm(ask: typeof askPerson, name: string): Promise<void> {
  const typed = await ask(`This permanently deletes all data of ${name}. Type the account name to confirm: `);
  if (typed === undefined) throw new SetupError('Nothing was deleted. Add --yes to delete without confirmation.');
  if (typed.trim() !== name)
    throw new SetupError(`Nothing was deleted: "${typed.trim()}" does not match the name "${name}".`);
}

/** A role that cannot be dropped has lost its read access, so the deletion continues without it. */
async function dropRoles(db: Db, { workspaceIds }: Removal): Promise<string[]> {
  const problems: string[] = [];
  for (const { name, workspaceId } of await listBiRoles(db)) {
    if (workspaceId === null || !workspaceIds.includes(workspaceId)) continue;
    await dropBiRole(db, name).catch((error: Error) => {
      problems.push(
        `The BI role ${name} can no longer read data but still exists (${error.message}). Run: visibility bi drop ${name}`,
      );
    });
  }
  return problems;
}

function removedTable(removed: Removed): string {
  const rows = Object.entries(removed).sort(([a], [b]) => (a < b ? -1 : 1));
  return columns([['TABLE', 'ROWS REMOVED'], ...rows.map(([name, count]) => [name, String(count)])]);
}
