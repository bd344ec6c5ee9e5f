import { createKey } from '../access/keys.ts';
import type { SecretsBox } from '../base/secrets-box.ts';
import { createAccountWithSandbox } from '../sandbox/create.ts';
import { firstAccount, lockForFirstAccount } from '../store/accounts/accounts.ts';
import type { Db } from '../store/db.ts';

/** The operator's account, created at the first start, with a test key that is shown once. */
export async function ensureFirstAccount(deps: { db: Db; secrets: SecretsBox }, historyDays: number) {
  const { accountId, workspaces } = await deps.db.transaction(async (tx) => {
    // Several processes may start on an empty database at the same time.
    await lockForFirstAccount(tx);
    const existing = await firstAccount(tx);
    if (existing) return { accountId: existing.accountId, workspaces: undefined };
    return createAccountWithSandbox(tx, { name: 'My account', plan: 'pro', historyDays });
  });
  if (!workspaces) return { accountId, testKey: undefined };
  const testKey = await createKey(
    deps,
    { workspaceId: workspaces.test, mode: 'test' },
    { name: 'First test key', scopes: ['read', 'write'], allowedIps: [], allowedDomains: [], expiresAt: undefined },
  );
  return { accountId, testKey };
}
