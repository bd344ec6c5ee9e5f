import { makeId } from '../base/id.ts';
import { isoSeconds } from '../base/time.ts';
import type { Transaction } from '../store/db.ts';
import { insertEvents } from '../store/events.ts';
import type { Workspace } from '../store/workspaces.ts';
import type { NewEvent } from './derive.ts';

/**
 * Stores events with their deliveries, in the transaction of the change that caused them.
 * The body is written here, once: these bytes are signed, sent and sent again. Says how many were new.
 */
export function publish(tx: Transaction, workspace: Workspace, events: NewEvent[]): Promise<number> {
  const rows = events.map(({ type, data, fact, evidence }) => {
    const eventId = makeId('evt', workspace.now.getTime());
    const body = JSON.stringify({ id: eventId, type, created_at: isoSeconds(workspace.now), data });
    return { event_id: eventId, type, created_at: workspace.now, body, evidence, fact };
  });
  return insertEvents(tx, workspace.workspaceId, rows);
}
