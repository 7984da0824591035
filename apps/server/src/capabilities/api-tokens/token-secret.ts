/** The value of an API token. */
import { newSecret } from '../../platform/keys/ids.ts';

/** Distinguishes a token from a sentry's credential, and lets secret scanners recognize a leaked one. */
const PREFIX = 'picket_';
const BEARER = /^Bearer (picket_[A-Za-z0-9_-]{43})$/u;

export const newTokenSecret = (): string => `${PREFIX}${newSecret()}`;

/** The value in an authorization header; undefined without an API token, null if it cannot be one. */
export function readTokenSecret(header: string | undefined): string | null | undefined {
  if (header === undefined || !header.startsWith(`Bearer ${PREFIX}`)) return undefined;
  return BEARER.exec(header)?.[1] ?? null;
}
