import type { Platform } from '../../../platform/platform.ts';
import { auditOrQueue } from '../../audit/index.ts';
import { authenticateSession } from '../sessions/authenticate-session.ts';
import { type Browser, clearBrowserCache } from '../sessions/browser.ts';
import { endSession } from '../sessions/end-session.ts';

/** Ends the session of this browser, if it has one, and deletes the responses that the browser has cached. The console erases what it keeps. */
export async function signOut(platform: Platform, browser: Browser): Promise<void> {
  const user = await authenticateSession(platform, browser.request);
  await endSession(platform, browser);
  if (user !== null) {
    const { guid, name, address, tenant } = user;
    await platform.db.inTx((tx) =>
      auditOrQueue(
        platform,
        tx,
        tenant,
        { kind: 'USER', guid, name, address },
        { action: 'SIGNED_OUT', target: { kind: 'user', guid, name } },
      ),
    );
  }
  clearBrowserCache(browser);
}
