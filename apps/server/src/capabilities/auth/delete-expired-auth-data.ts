/** Deletes expired sessions, challenges, links and counters. */
import type { Platform } from '../../platform/platform.ts';
import { deleteLinksBefore } from './links/link-store.ts';
import { deleteChallengesBefore } from './mfa/challenge-store.ts';
import { deleteExpiredSessionsAllTenants } from './sessions/session-store.ts';
import { deleteEndedWindows } from './throttling/rate-limits.ts';

/** For this long the page of a used link says that it was used. */
const LINK_RETENTION = 30 * 86_400_000;

export async function deleteExpiredAuthData(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const now = new Date(clock.now());
  await deleteExpiredSessionsAllTenants(db.prisma, now);
  await deleteChallengesBefore(db.prisma, now);
  await deleteLinksBefore(db.prisma, new Date(now.getTime() - LINK_RETENTION));
  await deleteEndedWindows(platform);
}
