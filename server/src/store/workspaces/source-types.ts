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
