import { makeId } from '../base/id.ts';
import { isoSeconds } from '../base/time.ts';
import type { Transaction } from '../store/db.ts';
import { insertEvents } from '../store/events/events.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import type { NewEvent } from './derive.ts';

/**
 * Stores events with their deliveries, in the transaction of the change that caused them.
 * The body is written here, once: these bytes are signed, sent and sent again. Says how many were new.
 */
export function publish(tx: Transaction, workspace: Workspace, events: NewEvent[]): Promise<number> {
  const rows = events.map(({ type, data, fact, evidence }) => {
    const eventId = makeId('evt', workspace.now.getTime());
    const body = writeBody({ id: eventId, type, created_at: isoSeconds(workspace.now), data });
    return { eventId, type, createdAt: workspace.now, body, evidence, fact };
  });
  return insertEvents(tx, workspace.workspaceId, rows);
}

const MOST_BYTES = 256 * 1024;
const LONGEST_TEXT_BYTES = 8_000;

/** The body that is sent. A page with an endless title must not make an event that no receiver accepts. */
function writeBody(event: object): string {
  const body = JSON.stringify(event);
  if (Buffer.byteLength(body) <= MOST_BYTES) return body;
  return JSON.stringify(event, (_key, value) => (typeof value === 'string' ? cutText(value) : value));
}

/** Cut between code points: the decoder holds back the bytes of a character that is not complete. */
function cutText(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= LONGEST_TEXT_BYTES) return text;
  return new TextDecoder().decode(bytes.subarray(0, LONGEST_TEXT_BYTES), { stream: true });
}
