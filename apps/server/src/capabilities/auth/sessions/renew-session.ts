import { AppError } from '../../../platform/errors.ts';
import type { BrowserSession, UserActor } from '../../../platform/http/actor.ts';
import { hashSecret, newSecret } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Browser, setCookie } from './browser.ts';
import { findSession, rotateSession } from './session-store.ts';

/**
 * Replaces the cookie of a session after reauthentication or a change of credentials. The old value stops working immediately.
 */
export async function renewSession(platform: Platform, session: BrowserSession, browser: Browser): Promise<void> {
  const secret = newSecret();
  const found = await findSession(platform.db.console, session.hash);
  if (found === null) return;
  const now = platform.clock.now();
  const isDone = await rotateSession(platform.db.prisma, session.hash, hashSecret(secret), new Date(now));
  // A concurrent request of this browser already set the new cookie.
  if (!isDone) return;
  const left = found.expiresAt.getTime() - now;
  setCookie(platform, browser, 'session', secret, found.staySignedIn ? left : undefined);
}

/** The browser session of the actor; throws a 403 for tokens and wall displays. */
export function requireSession(actor: UserActor): BrowserSession {
  if (actor.via.kind !== 'session') throw new AppError('forbidden');
  return actor.via;
}
