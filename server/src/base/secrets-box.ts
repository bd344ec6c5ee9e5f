import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts values that must be readable again (webhook secrets, platform keys) and hashes those that must not (API
 * keys). An encrypted value is bound to its row: it cannot be decrypted in another row.
 */
export interface SecretsBox {
  seal(plain: string, rowId: string): Buffer;
  open(sealed: Buffer, rowId: string): string;
  /** Peppered HMAC-SHA-256: a copy of the database alone is not enough to test guesses. */
  hash(text: string): Buffer;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createSecretsBox(master: Buffer): SecretsBox {
  const sealing = Buffer.from(hkdfSync('sha256', master, '', 'visibility seal v1', 32));
  // As a key object it is prepared once, not on every request.
  const pepper = createSecretKey(Buffer.from(hkdfSync('sha256', master, '', 'visibility pepper v1', 32)));
  return {
    seal(plain, rowId) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(rowId));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, rowId) {
      const decipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(rowId))
        .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString();
    },
    hash: (text) => createHmac('sha256', pepper).update(text).digest(),
  };
}
