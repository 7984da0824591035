/** What is over and of no more use goes. */
import type { Platform } from '../../platform/index.ts';
import { deleteAttemptsBefore } from './attempt-store.ts';
import { deleteLinksBefore } from './link-store.ts';
import { deleteChallengesBefore } from './mfa-store.ts';
import { deleteExpiredSessionsAllTenants } from './session-store.ts';

/** The page of a used link says so for a month. */
const LINKS_KEPT = 30 * 86_400_000;

export async function tidyAccounts({ db, clock }: Platform): Promise<void> {
  const now = new Date(clock.now());
  await deleteExpiredSessionsAllTenants(db.prisma, now);
  await deleteChallengesBefore(db.prisma, now);
  await deleteLinksBefore(db.prisma, new Date(now.getTime() - LINKS_KEPT));
  await deleteAttemptsBefore(db.console, now);
}
