import { type Db, sql, type Transaction } from '../db.ts';

/** An OpenAI-compatible server that a workspace names itself. */
export interface PlatformInstance {
  platform: string;
  baseUrl: string;
  model: string;
  requestBody: Record<string, unknown>;
}

export function listInstances(db: Db | Transaction, workspaceId: string): Promise<PlatformInstance[]> {
  return db.records(
    sql`select platform, base_url, model, request_body
        from platform_instances
        where workspace_id = ${workspaceId}
        order by platform`,
  );
}

export async function insertInstance(tx: Transaction, workspaceId: string, instance: PlatformInstance): Promise<void> {
  const { platform, baseUrl, model, requestBody } = instance;
  await tx.query(
    sql`insert into platform_instances (workspace_id, platform, base_url, model, request_body)
        values (${workspaceId}, ${platform}, ${baseUrl}, ${model}, ${JSON.stringify(requestBody)}::jsonb)`,
  );
}

/** Returns whether there was one. */
export function deleteInstance(tx: Transaction, workspaceId: string, platform: string): Promise<boolean> {
  return tx.returnsRows(
    sql`delete from platform_instances
        where workspace_id = ${workspaceId}
          and platform = ${platform}
        returning platform`,
  );
}
