/** A single sign-on that waits for the provider to redirect back. */
import { z } from 'zod';
import { decryptText } from '../../../platform/keys/encryption.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Browser, readCookie } from '../sessions/browser.ts';

export const ATTEMPT_LIFETIME = 10 * 60_000;

/** Binds the encrypted cookie to its purpose. */
export const PURPOSE = 'oidc sign-in';

/** The state of a sign-on until the provider redirects back, in an encrypted cookie of the browser. */
const Attempt = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), until: z.number() });

/** The sign-on this browser started; null if there is none or it expired. */
export function readAttempt(platform: Platform, browser: Browser): z.output<typeof Attempt> | null {
  const cookie = readCookie(platform, browser.request, 'oidc');
  const opened = cookie === undefined ? null : decryptText(platform.keys, PURPOSE, Buffer.from(cookie, 'base64url'));
  if (opened === null) return null;
  const attempt = Attempt.parse(JSON.parse(opened));
  return attempt.until > platform.clock.now() ? attempt : null;
}
