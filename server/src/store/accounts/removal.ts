import { type Db, raw, sql, type Transaction } from '../db.ts';
import { type OwnedTable, type Owner, ownedTables } from '../system/owned-tables.ts';

/** An account that is being deleted. */
export interface Removal extends Owner {
  name: string;
}

/** How many rows were removed, by table. */
export type Removed = Record<string, number>;

/** Tables that grant access to the account or make the service act for it. */
const ACCESS = [
  'oauth_tokens',
  'oauth_grant_tokens',
  'oauth_clients',
  'api_keys',
  'sessions',
  'sign_in_links',
  'invitations',
  'share_links',
  'members',
  'platform_keys',
  'platform_instances',
  'sandboxes',
  'rereads',
  'webhook_lanes',
];
/** Rows per transaction, so that locks stay short even for a large account. */
const BATCH = 5_000;

/**
 * Removes all access to an account in one transaction. From then on, all its requests are rejected. The data is removed
 * by `removeAccountData`, which can be interrupted and repeated.
 */
export async function closeAccount(db: Db, accountId: string): Promise<Removal | undefined> {
  const tables = (await ownedTables(db)).filter(({ name }) => ACCESS.includes(name));
  return db.transaction(async (tx) => {
    await tx.query(
      sql`insert into account_removals (account_id, name, workspace_ids)
          select account_id, name, array(select workspace_id from workspaces w where w.account_id = a.account_id)
          from accounts a
          where account_id = ${accountId}
          on conflict do nothing`,
    );
    const removal = await findRemoval(tx, accountId);
    if (!removal) return undefined;
    for (const table of tables) await deleteRows(tx, removal, { table, limit: undefined });
    await tx.query(sql`update webhooks set status = 'disabled' where workspace_id = any(${removal.workspaceIds})`);
    return removal;
  });
}

export function findRemoval(db: Db | Transaction, accountId: string): Promise<Removal | undefined> {
  return db.record<Removal>(
    sql`select account_id, name, workspace_ids
        from account_removals
        where account_id = ${accountId}`,
  );
}

/**
 * Removes the remaining data of a closed account and returns the counts, including earlier interrupted runs. Facts are
 * removed after the workspaces, because workers store nothing in a deleted workspace.
 */
export async function removeAccountData(db: Db, removal: Removal): Promise<Removed> {
  const tables = await ownedTables(db);
  const local = tables.filter(({ isLocal }) => isLocal);
  const root = ['workspaces', 'accounts'];
  // Questions first, because asking them costs money.
  const [questions, others] = [local.filter(isQuestions), local.filter((table) => !isQuestions(table))];
  for (const table of [...questions, ...others]) {
    if (!root.includes(table.name)) await deleteInBatches(db, removal, table);
  }
  await db.transaction(async (tx) => {
    for (const table of local) await deleteRows(tx, removal, { table, limit: undefined });
  });
  for (const table of tables.filter(({ isLocal }) => !isLocal)) await deleteInBatches(db, removal, table);
  return finishRemoval(db, removal);
}

const isQuestions = ({ name }: OwnedTable) => name === 'questions';

async function deleteInBatches(db: Db, removal: Removal, table: OwnedTable): Promise<void> {
  let deleted: number;
  do {
    deleted = await db.transaction((tx) => deleteRows(tx, removal, { table, limit: BATCH }));
  } while (deleted > 0);
}

/** Deletes rows of a table, adds them to the counts of the removal and returns how many. */
async function deleteRows(
  tx: Transaction,
  removal: Removal,
  { table, limit }: { table: OwnedTable; limit: number | undefined },
): Promise<number> {
  const { name, key, rowsOf } = table;
  let deleted = 0;
  for (const rows of rowsOf(removal)) {
    const gone = await tx.query(
      sql`delete from ${raw(name)}
          where ${rows}
            and (${key}) in (select ${key} from ${raw(name)} where ${rows} limit ${limit ?? null})
          returning 1`,
    );
    deleted += gone.length;
  }
  if (deleted > 0) await countRemoved(tx, removal, { name, deleted });
  return deleted;
}

async function countRemoved(
  tx: Transaction,
  { accountId }: Removal,
  { name, deleted }: { name: string; deleted: number },
): Promise<void> {
  await tx.query(
    sql`update account_removals
        set removed = removed || jsonb_build_object(${name}::text, coalesce((removed ->> ${name})::bigint, 0) + ${deleted}::bigint)
        where account_id = ${accountId}`,
  );
}

/** The log is append-only while its account exists. */
async function finishRemoval(db: Db, removal: Removal): Promise<Removed> {
  return db.transaction(async (tx) => {
    await tx.query(sql`alter table audit_log disable trigger audit_log_is_append_only`);
    const gone = await tx.query(sql`delete from audit_log where account_id = ${removal.accountId} returning 1`);
    await tx.query(sql`alter table audit_log enable trigger audit_log_is_append_only`);
    if (gone.length > 0) await countRemoved(tx, removal, { name: 'audit_log', deleted: gone.length });
    const [row] = await tx.query<{ removed: Removed }>(
      sql`delete from account_removals where account_id = ${removal.accountId} returning removed`,
    );
    return row?.removed ?? {};
  });
}
