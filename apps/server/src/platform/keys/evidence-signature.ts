/**
 * Signatures of what is exported as evidence (Ed25519). The public key comes with the export; that it is the key of this installation is
 * shown by its fingerprint, which is no secret.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import type { Keys } from './keys.ts';

/** A private key is its 32 bytes after this, a public one after the other (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

const privateKeyOf = ({ evidence }: Pick<Keys, 'evidence'>): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, evidence.subarray(0, 32)]), format: 'der', type: 'pkcs8' });

const publicBytesOf = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length);

/** 32 hexadecimal digits in groups of four. */
const fingerprintOfPublicKey = (bytes: Buffer): string =>
  (createHash('sha256').update(bytes).digest('hex').slice(0, 32).match(/.{4}/gu) ?? []).join('-');

/** Of the key that this installation signs with. */
export const evidenceFingerprint = (keys: Pick<Keys, 'evidence'>): string =>
  fingerprintOfPublicKey(publicBytesOf(privateKeyOf(keys)));

const SignatureFile = z.strictObject({
  algorithm: z.literal('Ed25519'),
  publicKey: z.string().regex(/^[A-Za-z0-9+/]{43}=$/u),
  fingerprint: z.string().regex(/^[0-9a-f]{4}(-[0-9a-f]{4}){7}$/u),
  signature: z.string().regex(/^[A-Za-z0-9+/]{86}==$/u),
});

/** The content of manifest.sig. */
export function formatSignature(keys: Pick<Keys, 'evidence'>, signed: Buffer): string {
  const key = privateKeyOf(keys);
  const publicKey = publicBytesOf(key);
  const file: z.output<typeof SignatureFile> = {
    algorithm: 'Ed25519',
    publicKey: publicKey.toString('base64'),
    fingerprint: fingerprintOfPublicKey(publicKey),
    signature: sign(null, signed, key).toString('base64'),
  };
  return `${JSON.stringify(file)}\n`;
}

/** The fingerprint of the key that signed these bytes; null: the signature is wrong, or not in the form that Picket writes. */
export function signerOf(text: string, signed: Buffer): string | null {
  try {
    const file = SignatureFile.parse(JSON.parse(text));
    if (`${JSON.stringify(file)}\n` !== text) return null;
    const publicKey = Buffer.from(file.publicKey, 'base64');
    const key = createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, publicKey]), format: 'der', type: 'spki' });
    const fingerprint = fingerprintOfPublicKey(publicKey);
    const isRight = verify(null, signed, key, Buffer.from(file.signature, 'base64'));
    return isRight && fingerprint === file.fingerprint ? fingerprint : null;
  } catch {
    return null;
  }
}
