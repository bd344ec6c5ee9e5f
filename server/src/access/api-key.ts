import type { Mode } from '../store/accounts/accounts.ts';
import { hasChecksum, makeCheckedText } from './checked-text.ts';

const SHAPE = /^svc_(?:live|test)_[0-9A-Za-z]{36}$/;

/** A new key: type, 30 random characters, and a checksum that tells a typo from a wrong key. */
export function generateKey(mode: Mode): string {
  return makeCheckedText(`svc_${mode}_`);
}

/** Whether a text can be a key at all. What cannot is refused without asking the database. */
export function isKeyShaped(text: string): boolean {
  return SHAPE.test(text) && hasChecksum(text);
}

/** What of a key may be shown again: its type and four characters. */
export function shownPrefix(key: string): string {
  return key.slice(0, 'svc_live_'.length + 4);
}
