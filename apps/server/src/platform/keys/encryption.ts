/** Encryption of stored secrets that have to be read again: AES-256-GCM with a key outside the database. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Keys } from './keys.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text, bound to the row it belongs to: in another row it cannot be decrypted. */
export function encryptText(keys: Pick<Keys, 'encryption'>, row: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keys.encryption, nonce).setAAD(Buffer.from(row));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** The text, or null when it was encrypted with another key, for another row, or was changed. */
export function decryptText(keys: Pick<Keys, 'encryption'>, row: string, encrypted: Uint8Array): string | null {
  const bytes = Buffer.from(encrypted);
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', keys.encryption, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(row))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
