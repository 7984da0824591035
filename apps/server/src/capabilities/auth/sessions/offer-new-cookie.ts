import type { BrowserSession } from '../../../platform/http/actor.ts';
import { hashSecret, newSecret } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Browser, setCookie } from './browser.ts';
import { findSession, offerSession } from './session-store.ts';

/** The time a browser has to use a new cookie before another one is issued. */
const COOKIE_PICKUP_TIMEOUT = 30_000;

/**
 * Issues a new cookie after an administrator changed the user's permissions. The old one works until the new one is used, as
 * the response that carries it may be lost.
 */
export async function offerNewCookie(platform: Platform, session: BrowserSession, browser: Browser): Promise<void> {
  const found = await findSession(platform.db.console, session.hash);
  const secret = newSecret();
  const now = platform.clock.now();
  const isOffered = await offerSession(
    platform.db.prisma,
    session.hash,
    hashSecret(secret),
    new Date(now),
    new Date(now - COOKIE_PICKUP_TIMEOUT),
  );
  if (!isOffered || found === null) return;
  setCookie(platform, browser, 'session', secret, found.staySignedIn ? found.expiresAt.getTime() - now : undefined);
}
