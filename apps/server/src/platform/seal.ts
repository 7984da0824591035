/** Secrets that have to be read again are stored sealed: AES-256-GCM under a key outside the database. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Keys } from './keys.ts';

const NONCE = 12;
const TAG = 16;

/** Seals a text to the row it belongs to: moved to another row it cannot be opened. */
export function seal(keys: Pick<Keys, 'seal'>, row: string, text: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keys.seal, nonce).setAAD(Buffer.from(row));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** The text, or null when it was sealed under another key, for another row, or was changed. */
export function unseal(keys: Pick<Keys, 'seal'>, row: string, sealed: Uint8Array): string | null {
  const bytes = Buffer.from(sealed);
  if (bytes.length < NONCE + TAG) return null;
  const decipher = createDecipheriv('aes-256-gcm', keys.seal, bytes.subarray(0, NONCE), { authTagLength: TAG })
    .setAAD(Buffer.from(row))
    .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
