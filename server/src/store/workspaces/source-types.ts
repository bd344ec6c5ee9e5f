import type { GivenType, GivenTypes } from '../../analyze/sources/classify.ts';
import type { RuledType } from '../../analyze/sources/types.ts';
import { type Db, sql, type Transaction } from '../db.ts';

/** The types of domains that a workspace set, and those of the operator for the other domains. */
export async function loadSourceTypes(
  db: Db | Transaction,
  workspaceId: string,
  operator: Record<string, RuledType> = {},
): Promise<GivenTypes> {
  const rows = await db.records<{ domain: string; type: RuledType }>(
    sql`select domain, type
        from source_types
        where workspace_id = ${workspaceId}`,
  );
  const given: [string, GivenType][] = Object.entries(operator).map(([domain, type]) => [
    domain,
    { type, setBy: 'operator' },
  ]);
  for (const { domain, type } of rows) given.push([domain, { type, setBy: 'workspace' }]);
  return new Map(given);
}

/** Returns the type that the workspace had set before. */
export async function saveSourceType(
  tx: Transaction,
  workspaceId: string,
  { domain, type }: { domain: string; type: RuledType },
): Promise<RuledType | undefined> {
  const before = await deleteSourceType(tx, workspaceId, domain);
  await tx.query(
    sql`insert into source_types (workspace_id, domain, type)
        values (${workspaceId}, ${domain}, ${type})`,
  );
  return before;
}

/** Returns the type that the workspace had set. */
export async function deleteSourceType(
  tx: Transaction,
  workspaceId: string,
  domain: string,
): Promise<RuledType | undefined> {
  const [row] = await tx.query<{ type: RuledType }>(
    sql`delete from source_types
        where workspace_id = ${workspaceId}
          and domain = ${domain}
        returning type`,
  );
  return row?.type;
}

export function countGivenTypes(tx: Transaction, workspaceId: string): Promise<number> {
  return tx.number(
    sql`select count(*) as count
        from source_types
        where workspace_id = ${workspaceId}`,
  );
}
