import { makeId } from '../../base/id.ts';
import { type Db, sql, type Transaction } from '../db.ts';
import { takeLock } from '../system/locks.ts';

export type Plan = 'free' | 'pro' | 'enterprise';
export type Mode = 'live' | 'test';

export interface Account {
  accountId: string;
  name: string;
  ownerEmail: string | undefined;
  plan: Plan;
}

export interface NewAccount {
  name: string;
  plan?: Plan;
  /** The first day of the live workspace. The test workspace starts at the beginning of its history. */
  today: string;
  testFirstDay: string;
}

/** An account and its two workspaces. */
export async function createAccount(tx: Transaction, account: NewAccount) {
  const accountId = makeId('acc');
  const workspaces = { live: makeId('ws'), test: makeId('ws') };
  await tx.query(
    sql`insert into accounts (account_id, name, plan)
        values (${accountId}, ${account.name}, ${account.plan ?? 'free'})`,
  );
  await tx.query(
    sql`insert into workspaces (workspace_id, account_id, mode, first_day, clock_ahead)
        values (${workspaces.live}, ${accountId}, 'live', ${account.today}, '0'),
               (${workspaces.test}, ${accountId}, 'test', ${account.testFirstDay}, ${account.testFirstDay}::date - now())`,
  );
  await tx.query(
    sql`insert into list_totals (workspace_id)
        values (${workspaces.live}), (${workspaces.test})`,
  );
  return { accountId, workspaces };
}

/** Locks the check for an existing account until the transaction ends. */
export async function lockForFirstAccount(tx: Transaction): Promise<void> {
  await tx.query(takeLock('first_account'));
}

/**
 * The account of a workspace, with its keys locked until the transaction ends. Otherwise two concurrent requests could
 * both pass the limit on keys. Not `for update`, which would block statements that only refer to the account.
 */
export async function lockAccountKeys(tx: Transaction, workspaceId: string): Promise<string> {
  const [row] = await tx.records<{ accountId: string }>(
    sql`select a.account_id
        from accounts a
        join workspaces w using (account_id)
        where w.workspace_id = ${workspaceId}
        for no key update of a`,
  );
  if (!row) throw new Error(`there is no workspace ${workspaceId}`);
  return row.accountId;
}

/** The default account of commands. */
export function firstAccount(db: Db | Transaction): Promise<Account | undefined> {
  return db.record<Account>(
    sql`select account_id, name, owner_email, plan
        from accounts
        order by created_at, account_id
        limit 1`,
  );
}

export function findAccount(db: Db, accountId: string): Promise<Account | undefined> {
  return db.record<Account>(
    sql`select account_id, name, owner_email, plan
        from accounts
        where account_id = ${accountId}`,
  );
}

export function findAccountsByName(db: Db, name: string): Promise<Account[]> {
  return db.records<Account>(
    sql`select account_id, name, owner_email, plan
        from accounts
        where name = ${name}
        order by account_id`,
  );
}

/** Which account already has this name or email. An email belongs to one account. */
export function takenBy(
  tx: Transaction,
  { name, email }: { name: string; email: string },
): Promise<{ accountId: string; what: string } | undefined> {
  return tx.record<{ accountId: string; what: string }>(
    sql`select account_id, 'name ' || name as what from accounts where lower(name) = lower(${name})
        union all
        select account_id, 'owner ' || owner_email from accounts where lower(owner_email) = ${email}
        union all
        select account_id, 'member ' || email from members where email = ${email}
        limit 1`,
  );
}

export interface ListedAccount {
  accountId: string;
  name: string;
  ownerEmail: string | undefined;
  plan: Plan | undefined;
  createdAt: Date;
  /** Of the live workspace. */
  keywords: number;
  answers: number;
  isBeingDeleted: boolean;
}

/**
 * All accounts, oldest first, followed by accounts whose deletion was interrupted after the account row was removed.
 */
export async function listAccounts(db: Db): Promise<ListedAccount[]> {
  const rows = await db.records<Omit<ListedAccount, 'keywords' | 'answers'> & { live: string | undefined }>(
    sql`select account_id, coalesce(a.name, r.name) as name, a.owner_email, a.plan,
               coalesce(a.created_at, r.started_at) as created_at, r.account_id is not null as is_being_deleted,
               w.workspace_id as live
        from accounts a
        full join account_removals r using (account_id)
        left join workspaces w using (account_id)
        where w.mode is distinct from 'test'
        order by 5, 1`,
  );
  const accounts: ListedAccount[] = [];
  for (const { live, ...account } of rows) {
    const [counts] = await db.query<{ keywords: number; answers: number }>(
      sql`select (select count(*) from keywords where workspace_id = ${live ?? null}) as keywords,
                 (select count(*) from answers where workspace_id = ${live ?? null}) as answers`,
    );
    accounts.push({ ...account, keywords: counts?.keywords ?? 0, answers: counts?.answers ?? 0 });
  }
  return accounts;
}

export async function setPlan(db: Db, accountId: string, plan: Plan): Promise<void> {
  await db.query(
    sql`update accounts
        set plan = ${plan}
        where account_id = ${accountId}`,
  );
}

export async function setOwnerEmail(db: Db | Transaction, accountId: string, ownerEmail: string): Promise<void> {
  await db.query(
    sql`update accounts
        set owner_email = ${ownerEmail}
        where account_id = ${accountId}`,
  );
}
