import { hashSecret } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Browser, clearCookie, readCookie } from './browser.ts';
import { deleteSession } from './session-store.ts';

/** Ends this browser's session, if it has one. */
export async function endSession(platform: Platform, browser: Browser): Promise<void> {
  const secret = readCookie(platform, browser.request, 'session');
  if (secret === undefined) return;
  await deleteSession(platform.db.prisma, hashSecret(secret));
  clearCookie(platform, browser, 'session');
}
