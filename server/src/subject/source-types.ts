import type { RuledType } from '../analyze/sources/types.ts';
import { ApiError } from '../base/errors.ts';
import { type Actor, writeAudit } from '../store/accounts/audit.ts';
import type { Db } from '../store/db.ts';
import { countGivenTypes, deleteSourceType, saveSourceType } from '../store/workspaces/source-types.ts';
import { lockWorkspace } from '../store/workspaces/workspaces.ts';

/** All of them are read with every list of sources. */
export const MOST_SOURCE_TYPES = 5_000;

/** Sets the type of a domain for a workspace, or removes it, and records it in the audit log. */
export function changeSourceType(
  db: Db,
  workspaceId: string,
  { domain, type, by }: { domain: string; type: RuledType | undefined; by: Actor },
): Promise<void> {
  return db.transaction(async (tx) => {
    const { accountId, mode } = await lockWorkspace(tx, workspaceId);
    const before =
      type === undefined
        ? await deleteSourceType(tx, workspaceId, domain)
        : await saveSourceType(tx, workspaceId, { domain, type });
    if ((await countGivenTypes(tx, workspaceId)) > MOST_SOURCE_TYPES) {
      throw new ApiError(409, `Limit of ${MOST_SOURCE_TYPES} source types reached`);
    }
    if (before === type) return;
    const subject = { id: domain, name: `${domain} (${mode})` };
    const changes = { source_type: { from: before ?? null, to: type ?? null } };
    const action = type === undefined ? 'source_type.removed' : 'source_type.set';
    await writeAudit(tx, { accountId, by, action, subject, changes });
  });
}
