import type { Mode } from '../store/accounts/accounts.ts';
import { hasChecksum, makeCheckedText } from './checked-text.ts';

const SHAPE = /^svc_(?:live|test)_[0-9A-Za-z]{36}$/;

/** A new key: type, 30 random characters, and a checksum that detects typos. */
export function generateKey(mode: Mode): string {
  return makeCheckedText(`svc_${mode}_`);
}

/** Whether a text has the format of a key. Others are rejected without a database query. */
export function isKeyShaped(text: string): boolean {
  return SHAPE.test(text) && hasChecksum(text);
}

/** The part of a key that is shown in lists: its type and four characters. */
export function shownPrefix(key: string): string {
  return key.slice(0, 'svc_live_'.length + 4);
}
