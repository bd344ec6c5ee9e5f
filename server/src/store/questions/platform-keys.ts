import { type Db, sql, type Transaction } from '../db.ts';

/** A workspace's own keys, encrypted, by platform. */
export async function sealedPlatformKeys(db: Db, workspaceId: string): Promise<Map<string, Buffer>> {
  const rows = await db.query<{ platform: string; sealed: Buffer }>(
    sql`select platform, sealed
        from platform_keys
        where workspace_id = ${workspaceId}`,
  );
  return new Map(rows.map((row) => [row.platform, row.sealed]));
}

/** Returns whether there was one. */
export function deletePlatformKey(tx: Transaction, workspaceId: string, platform: string): Promise<boolean> {
  return tx.returnsRows(
    sql`delete from platform_keys
        where workspace_id = ${workspaceId}
          and platform = ${platform}
        returning platform`,
  );
}

export async function savePlatformKey(
  db: Db | Transaction,
  workspaceId: string,
  { platform, sealed }: { platform: string; sealed: Buffer },
): Promise<void> {
  await db.query(
    sql`insert into platform_keys (workspace_id, platform, sealed)
        values (${workspaceId}, ${platform}, ${sealed})
        on conflict (workspace_id, platform) do update
        set sealed = excluded.sealed,
            created_at = now()`,
  );
}
