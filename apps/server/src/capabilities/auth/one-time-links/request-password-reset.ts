import type { Platform } from '../../../platform/platform.ts';
import { insertResetRequest } from '../links/link-store.ts';

/** Queues a reset request. Same work with and without an account; requests are processed separately. */
export async function requestPasswordReset(platform: Platform, email: string): Promise<void> {
  await insertResetRequest(platform.db.prisma, email.toLowerCase(), new Date(platform.clock.now()));
  platform.pubSub.notify();
}
