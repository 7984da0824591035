import type { Prisma } from '../../../platform/db/database.ts';
import { hashSecret, newGuid, newSecret } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type UserRow, updateLastSeen } from '../../users/index.ts';
import { addressOf, type Browser, setCookie, userAgentOf } from './browser.ts';
import { endSession } from './end-session.ts';
import { MAX_REMEMBERED_LIFETIME, MAX_SESSION_LIFETIME } from './session-lifetimes.ts';
import { insertSession } from './session-store.ts';

/** Starts a new session for this browser and ends its previous one. */
export async function startSession(
  platform: Platform,
  prisma: Prisma,
  user: UserRow,
  staySignedIn: boolean,
  browser: Browser,
): Promise<void> {
  await endSession(platform, browser);
  const secret = newSecret();
  const now = platform.clock.now();
  const lifetime = staySignedIn ? MAX_REMEMBERED_LIFETIME : MAX_SESSION_LIFETIME;
  await insertSession(prisma, {
    hash: hashSecret(secret),
    guid: newGuid(),
    tenantGuid: user.tenantGuid,
    userGuid: user.guid,
    at: new Date(now),
    expiresAt: new Date(now + lifetime),
    staySignedIn,
    userAgent: userAgentOf(browser),
    address: addressOf(browser),
  });
  await updateLastSeen(prisma, user.tenantGuid, user.guid, new Date(now));
  setCookie(platform, browser, 'session', secret, staySignedIn ? lifetime : undefined);
}
