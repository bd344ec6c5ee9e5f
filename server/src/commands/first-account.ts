import { createKey } from '../access/keys.ts';
import type { SecretsBox } from '../base/secrets-box.ts';
import { createAccountWithSandbox } from '../sandbox/create.ts';
import { firstAccount } from '../store/accounts.ts';
import type { Db } from '../store/db.ts';

/** The account of whoever runs this server, made at the first start, with a test key that is shown once. */
export async function ensureFirstAccount(deps: { db: Db; secrets: SecretsBox }) {
  const existing = await firstAccount(deps.db);
  if (existing) return { accountId: existing.accountId, testKey: undefined };
  const { accountId, workspaces } = await createAccountWithSandbox(deps.db, { name: 'My account', plan: 'pro' });
  const testKey = await createKey(
    deps,
    { workspaceId: workspaces.test, mode: 'test' },
    { name: 'First test key', scopes: ['read', 'write'], allowedIps: [], allowedDomains: [], expiresAt: undefined },
  );
  return { accountId, testKey };
}
