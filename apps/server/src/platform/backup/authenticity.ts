/**
 * Authenticity of a backup: a MAC over its manifest, which holds the digest of every file. Its key is derived from the
 * installation's keys, so that nobody without them can change anything unnoticed. The fingerprint of the key is no secret: kept
 * elsewhere, it proves the keys in a backup.
 */
import { createHash, createHmac, type Hash, type Hmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const deriveKey = (encryptionKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', encryptionKey, Buffer.alloc(0), purpose, 32));

const deriveMacKey = (encryptionKey: Buffer): Buffer => deriveKey(encryptionKey, 'picket backup manifest');

/** 32 hexadecimal digits in groups of four. `encryptionKey`: the installation's. */
export const fingerprintOf = (encryptionKey: Buffer): string =>
  (createHash('sha256').update(deriveMacKey(encryptionKey)).digest('hex').slice(0, 32).match(/.{4}/gu) ?? []).join('-');

const normalizeFingerprint = (fingerprint: string): string => fingerprint.toLowerCase().replaceAll(/[^0-9a-f]/gu, '');

export const isSameFingerprint = (one: string, other: string): boolean =>
  normalizeFingerprint(one) === normalizeFingerprint(other);

const MacFile = z.object({
  algorithm: z.literal('HMAC-SHA256'),
  fingerprint: z.string().regex(/^[0-9a-f-]{39}$/u),
  mac: z.string().regex(/^[0-9a-f]{64}$/u),
});
export type MacFile = z.output<typeof MacFile>;

const computeMac = (encryptionKey: Buffer, manifest: Buffer): Buffer =>
  createHmac('sha256', deriveMacKey(encryptionKey)).update(manifest).digest();

/** The content of manifest.mac. */
export function formatMacFile(encryptionKey: Buffer, manifest: Buffer): string {
  const file: MacFile = {
    algorithm: 'HMAC-SHA256',
    fingerprint: fingerprintOf(encryptionKey),
    mac: computeMac(encryptionKey, manifest).toString('hex'),
  };
  return `${JSON.stringify(file)}\n`;
}

/** null: not in the format that Picket writes. */
export function parseMacFile(text: string): MacFile | null {
  try {
    return MacFile.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export const isMacValid = (encryptionKey: Buffer, manifest: Buffer, { mac }: MacFile): boolean =>
  timingSafeEqual(computeMac(encryptionKey, manifest), Buffer.from(mac, 'hex'));

/** Digests rows; with a key for an encrypted backup, since the plain digest of a small table would reveal its content. */
export const createRowsHash = (encryptedWith: Buffer | null): Hash | Hmac =>
  encryptedWith === null ? createHash('sha256') : createHmac('sha256', deriveKey(encryptedWith, 'picket backup rows'));
