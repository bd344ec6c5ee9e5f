import { createKey } from '../access/keys.ts';
import { createSignInToken } from '../access/sessions.ts';
import { SetupError } from '../base/errors.ts';
import { isoSeconds } from '../base/time.ts';
import { isMailAddress } from '../mail/address.ts';
import { createAccountWithSandbox } from '../sandbox/create.ts';
import {
  type Account,
  findAccount,
  findAccountsByName,
  listAccounts,
  lockForFirstAccount,
  type Mode,
  type Plan,
  setOwnerEmail,
  setPlan,
  takenBy,
} from '../store/accounts/accounts.ts';
import { closeAccount, findRemoval, type Removal, type Removed, removeAccountData } from '../store/accounts/removal.ts';
import { type Db, openDb } from '../store/db.ts';
import { dropBiRole, listBiRoles } from '../store/system/bi-roles.ts';
import { askPerson } from './ask-person.ts';
import { columns } from './columns.ts';
import { type Call, oneOf } from './command.ts';
import { COMMAND_LINE } from './keys.ts';
import type { Service } from './open.ts';

const PLANS: Plan[] = ['free', 'pro', 'enterprise'];
const LONGEST_NAME = 100;

interface CreateOptions {
  owner: string | undefined;
  plan: Plan;
  json: boolean;
}

export async function create(
  service: Service,
  { config, options, args: [given] }: Call<CreateOptions, [string]>,
): Promise<string> {
  const { plan } = options;
  const name = given.trim();
  const email = options.owner?.trim().toLowerCase() ?? '';
  if (name === '' || name.length > LONGEST_NAME || /\p{C}/u.test(name)) {
    throw new SetupError(
      `The account name must have 1 to ${LONGEST_NAME} characters, without control characters. Usage: visibility accounts create NAME --owner ADDRESS`,
    );
  }
  if (!isMailAddress(email)) throw new SetupError(`--owner must be an email address, not "${email}".`);
  const { accountId, workspaces } = await service.db.transaction(async (tx) => {
    // Locked, so that two commands cannot create the same name.
    await lockForFirstAccount(tx);
    const taken = await takenBy(tx, { name, email });
    if (taken) throw new SetupError(`Account ${taken.accountId} already has the ${taken.what}. Choose another.`);
    const account = await createAccountWithSandbox(tx, { name, plan, historyDays: config.SANDBOX_DAYS });
    await setOwnerEmail(tx, account.accountId, email);
    return account;
  });
  const keyOf = (mode: Mode) =>
    createKey(
      service,
      { workspaceId: workspaces[mode], mode },
      {
        name: `First ${mode} key`,
        scopes: ['read', 'write'],
        allowedIps: [],
        allowedDomains: [],
        expiresAt: undefined,
        by: COMMAND_LINE,
      },
    );
  const record = {
    account_id: accountId,
    name,
    owner: email,
    plan,
    workspaces,
    live_key: await keyOf('live'),
    test_key: await keyOf('test'),
    sign_in_url: `${config.BASE_URL ?? `http://localhost:${config.PORT}`}/sign-in#token=${await createSignInToken(service.db, accountId)}`,
  };
  return options.json ? JSON.stringify(record, null, 2) : createdText(record);
}

interface Created {
  account_id: string;
  name: string;
  owner: string;
  plan: Plan;
  workspaces: Record<Mode, string>;
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
  const account = await findOne(db, which);
  const plan = oneOf<Plan>('The plan', given, PLANS);
  await setPlan(db, account.accountId, plan);
  return `${account.name} is on the ${plan} plan. Its limits apply immediately.`;
}

/** The account with this id, or with this name if only one account has it. */
async function findOne(db: Db, which: string): Promise<Account> {
  const byId = await findAccount(db, which);
  const [first, second] = byId ? [byId] : await findAccountsByName(db, which);
  if (!first) throw new SetupError(`Account "${which}" not found. List accounts: visibility accounts list`);
  if (second) throw new SetupError(`Several accounts have the name "${which}". Use the id: visibility accounts list`);
  return first;
}

const REMOVAL_TIMEOUT_MS = 600_000;

/** Removes access first, then BI roles, then data. If interrupted, run it again to continue. */
export async function remove(
  { db, databaseUrl }: Service,
  { options, args: [which] }: Call<{ yes: boolean }, [string]>,
  ask = askPerson,
): Promise<string> {
  const { accountId, name } = (await findRemoval(db, which)) ?? (await findOne(db, which));
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
