/** The clock went back: without this, what waits would wait until that time comes again. */
import type { Millis } from '@picket/domain/time';
import { partsOf, tenantsOf } from '../../../platform/db/placement.ts';
import type { Platform } from '../../../platform/platform.ts';
import { rewindMails } from '../../mail/index.ts';
import { leaseOf } from './deliver-messages.ts';
import { listWaitingAhead, rewindWaiting } from './rewind-store.ts';

/** Brings later instants at which something is sent to `now`, of all organizations. Done again it changes nothing more. */
export async function rewindNotifications(platform: Platform, now: Millis): Promise<void> {
  const { db } = platform;
  for (const part of partsOf(db, await listWaitingAhead(db.console, now)))
    await db.inSqlTx((sql) => rewindWaiting(sql, tenantsOf(part), now, now + leaseOf(platform)));
  await rewindMails(platform, now);
}
