import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Mode } from '../store/accounts.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^svc_(?:live|test)_[0-9A-Za-z]{36}$/;

/** A new key: type, 30 random characters, and a checksum that tells a typo from a wrong key. */
export function generateKey(mode: Mode): string {
  let key = `svc_${mode}_`;
  for (let i = 0; i < RANDOM_LENGTH; i++) key += DIGITS.charAt(randomInt(DIGITS.length));
  return key + checksum(key);
}

/** Whether a text can be a key at all. What cannot is refused without asking the database. */
export function isKeyShaped(text: string): boolean {
  return SHAPE.test(text) && text.endsWith(checksum(text.slice(0, -CHECKSUM_LENGTH)));
}

/** What of a key may be shown again: its type and four characters. */
export function shownPrefix(key: string): string {
  return key.slice(0, 'svc_live_'.length + 4);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = DIGITS.charAt(rest % DIGITS.length) + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}
