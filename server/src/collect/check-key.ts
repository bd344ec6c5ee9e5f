import type { Dispatcher } from 'undici';
import { withDeadline } from '../base/deadline.ts';
import { PlatformError } from '../base/errors.ts';
import { exchange } from './exchange.ts';
import type { LivePlatform } from './live-platform.ts';
import { isKeyRefused } from './refusal.ts';

/** `answered`: with a status that says nothing about the key. */
export type KeyCheck = 'works' | 'refused' | `answered: ${number}` | `unreachable: ${string}`;

const CHECK_MS = 15_000;
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Checks whether a platform accepts its key, with one free request. It is sent once and immediately, even if the
 * platform is paused.
 */
export async function checkKey(
  { id, keyProbe, dispatcher: own }: Pick<LivePlatform, 'id' | 'keyProbe' | 'dispatcher'>,
  { dispatcher = own, timeoutMs = CHECK_MS }: { dispatcher?: Dispatcher; timeoutMs?: number } = {},
): Promise<KeyCheck> {
  try {
    const headers = { ...keyProbe.headers, ...(keyProbe.body && { 'content-type': 'application/json' }) };
    const { status, body } = await withDeadline(timeoutMs, undefined, (signal) =>
      exchange(id, { ...keyProbe, headers }, { signal, dispatcher, maxBytes: MAX_BYTES }),
    );
    if (isKeyRefused(status, body)) return 'refused';
    const isRead = status >= 200 && status < 300;
    // A deliberately invalid request is rejected only after its key was accepted.
    const isProbed = keyProbe.method === 'POST' && (status === 400 || status === 422);
    return isRead || isProbed ? 'works' : `answered: ${status}`;
  } catch (error) {
    if (error instanceof PlatformError) return `unreachable: ${error.reason}`;
    throw error;
  }
}
