import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/**
 * Encrypts values that must be readable again (webhook secrets, platform keys) and hashes those that must not (API
 * keys). An encrypted value is bound to its row: it cannot be decrypted in another row.
 */
export interface SecretsBox {
  seal(plain: string, rowId: string): Buffer;
  open(sealed: Buffer, rowId: string): string;
  /** Whether a value was sealed with the newest key. */
  isNewest(sealed: Buffer, rowId: string): boolean;
  /** Peppered HMAC-SHA-256: a copy of the database alone is not enough to test guesses. */
  hash(text: string): Buffer;
  /** Identifies the newest key without revealing it. */
  id(): string;
}

/** 64 hexadecimal characters. After a rotation the pepper follows: hashes cannot be computed again, so it stays. */
export const SECRETS_KEY = /^[0-9a-f]{64}(?::[0-9a-f]{64})?$/i;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface Key {
  sealing: Buffer;
  pepper: Buffer;
  id: string;
}

/**
 * `source` returns the keys, newest first: the first one seals, all of them open. It is read again for every new value
 * and when a value cannot be opened, so that a rotation needs no restart.
 */
export function createSecretsBox(source: Buffer | (() => string[])): SecretsBox {
  const texts = Buffer.isBuffer(source) ? () => [source.toString('hex')] : source;
  const known = new Map<string, Key>();
  const read = () => texts().map((text) => known.get(text) ?? remember(known, text));
  let keys = read();
  // As a key object it is prepared once, not on every request.
  const pepper: KeyObject = createSecretKey(newest(keys).pepper);
  return {
    seal(plain, rowId) {
      keys = read();
      return seal(newest(keys), plain, rowId);
    },
    open(sealed, rowId) {
      const plain = openWith(keys, sealed, rowId);
      if (plain !== undefined) return plain;
      keys = read();
      const found = openWith(keys, sealed, rowId);
      if (found === undefined) throw new Error('cannot be decrypted with this secrets key');
      return found;
    },
    isNewest: (sealed, rowId) => openWith([newest(keys)], sealed, rowId) !== undefined,
    hash: (text) => createHmac('sha256', pepper).update(text).digest(),
    id: () => newest(keys).id,
  };
}

/** A new key with the pepper of `text`. */
export function nextSecretsKey(text: string): string {
  return `${randomBytes(32).toString('hex')}:${keyOf(text).pepper.toString('hex')}`;
}

export function haveSamePepper(one: string, other: string): boolean {
  return keyOf(one).pepper.equals(keyOf(other).pepper);
}

function keyOf(text: string): Key {
  const [master = '', pepper] = text.split(':').map((part) => Buffer.from(part, 'hex'));
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', purpose, 32));
  const derived = derive('visibility pepper v1');
  const id = createHmac('sha256', derived).update('visibility backup').digest('hex').slice(0, 32);
  return { sealing: derive('visibility seal v1'), pepper: pepper ?? derived, id };
}

function remember(known: Map<string, Key>, text: string): Key {
  const key = keyOf(text);
  known.set(text, key);
  return key;
}

function newest([first]: Key[]): Key {
  if (!first) throw new Error('no secrets key');
  return first;
}

function seal({ sealing }: Key, plain: string, rowId: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(rowId));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Undefined if none of the keys sealed it. */
function openWith(keys: Key[], sealed: Buffer, rowId: string): string | undefined {
  for (const { sealing } of keys) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(rowId))
        .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString();
    } catch {
      // Another key, or not intact.
    }
  }
  return undefined;
}
