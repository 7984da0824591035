import { hash, randomBytes, randomInt, randomUUIDv7 } from 'node:crypto';

/** A new resource id: UUID v7, so that ids sort by age. */
export const newGuid = (): string => randomUUIDv7();

/** The resource id of what these parts name: the same for the same parts. A UUID v8 of their digest. */
export function guidOfParts(...parts: readonly (string | number)[]): string {
  const digest = hash('sha256', JSON.stringify(parts), 'hex');
  const variant = ((Number.parseInt(digest.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}

/** A new secret of 256 random bits, shown once. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What is stored of a secret. 256 random bits need no slow hash. Computed for each report. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** A short name for a long text: equal for equal texts. */
export const hashText = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22);

/** Without 0/O, 1/I/L: read aloud, typed on a phone. */
const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Eight characters a person can type. */
export const newActivationCode = (): string =>
  Array.from({ length: 8 }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');

/** The normal form of a typed code, for comparison. */
export const normalizeCode = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/gu, '');
