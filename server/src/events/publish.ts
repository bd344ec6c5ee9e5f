import { makeId } from '../base/id.ts';
import { isoSeconds } from '../base/time.ts';
import type { Transaction } from '../store/db.ts';
import { insertEvents } from '../store/events/events.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import type { NewEvent } from './derive.ts';

/**
 * Stores events and their deliveries in the transaction of the change that caused them. The body is written once here,
 * and these bytes are signed, sent and resent. Returns how many events were new.
 */
export function publish(tx: Transaction, workspace: Workspace, events: NewEvent[]): Promise<number> {
  const rows = events.map(({ type, data, fact, evidence }) => {
    const eventId = makeId('evt', workspace.now.getTime());
    const body = writeBody({ id: eventId, type, created_at: isoSeconds(workspace.now), data });
    return { eventId, type, createdAt: workspace.now, body, evidence, fact, origin: workspace.origin };
  });
  return insertEvents(tx, workspace.workspaceId, rows);
}

const MOST_BYTES = 256 * 1024;
const LONGEST_TEXT_BYTES = 8_000;

/**
 * The body to send. Long texts are cut, so that a page with an endless title does not make an event that receivers
 * reject.
 */
function writeBody(event: object): string {
  const body = JSON.stringify(event);
  if (Buffer.byteLength(body) <= MOST_BYTES) return body;
  return JSON.stringify(event, (_key, value) => (typeof value === 'string' ? cutText(value) : value));
}

/** Cuts between code points: the decoder holds back the bytes of an incomplete character. */
function cutText(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= LONGEST_TEXT_BYTES) return text;
  return new TextDecoder().decode(bytes.subarray(0, LONGEST_TEXT_BYTES), { stream: true });
}
