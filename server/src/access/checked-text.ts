import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;

/** A new secret: a prefix that shows its type, 30 random characters, and a checksum. */
export function makeCheckedText(prefix: string): string {
  let text = prefix;
  for (let i = 0; i < RANDOM_LENGTH; i++) text += DIGITS.charAt(randomInt(DIGITS.length));
  return text + checksum(text);
}

/** Whether a text ends with the checksum of its preceding characters. */
export function hasChecksum(text: string): boolean {
  return text.endsWith(checksum(text.slice(0, -CHECKSUM_LENGTH)));
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
