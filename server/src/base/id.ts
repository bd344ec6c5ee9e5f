import { randomBytes } from 'node:crypto';

export type IdPrefix =
  | 'acc'
  | 'mem'
  | 'inv'
  | 'ses'
  | 'ws'
  | 'key'
  | 'oac'
  | 'app'
  | 'aud'
  | 'kw'
  | 'prm'
  | 'qst'
  | 'cmp'
  | 'ans'
  | 'mnt'
  | 'cit'
  | 'alr'
  | 'wh'
  | 'rpt'
  | 'evt'
  | 'dlv'
  | 'ann'
  | 'viw'
  | 'shr'
  | 'act'
  | 'req';

// Crockford's base 32 has no i, l, o and u, so ids can be read aloud and copied by hand.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * `<prefix>_` and 26 characters: 48 bits of milliseconds, then 80 random bits. Later ids sort later, so an index grows
 * at its end. Facts pass the time at which they happened, so that related rows stay close together.
 */
export function makeId(prefix: IdPrefix, timeMs = Date.now()): string {
  let time = '';
  let rest = timeMs;
  for (let i = 0; i < 10; i++) {
    time = ALPHABET.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  let random = '';
  for (const byte of takeRandom()) random += ALPHABET.charAt(byte & 31);
  return `${prefix}_${time}${random}`;
}

/** The time encoded in an id. */
export function timeOfId(id: string): Date {
  const characters = id.slice(id.indexOf('_') + 1).slice(0, 10);
  let timeMs = 0;
  for (const character of characters) timeMs = timeMs * 32 + Math.max(0, ALPHABET.indexOf(character));
  return new Date(timeMs);
}

// Requests random bytes for 256 ids in one call. One call per id was a third of the cost of recording an answer.
const pool = { bytes: Buffer.alloc(0), used: 0 };

function takeRandom(): Buffer {
  if (pool.used >= pool.bytes.length) {
    pool.bytes = randomBytes(16 * 256);
    pool.used = 0;
  }
  pool.used += 16;
  return pool.bytes.subarray(pool.used - 16, pool.used);
}
