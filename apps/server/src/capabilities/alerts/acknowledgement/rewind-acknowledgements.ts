/** The clock went back: without this, what was given in the time ahead would last until that time comes again. */
import { type Millis, parseInstant } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { partsOf, tenantsOf } from '../../../platform/db/placement.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  listGivenAheadAllTenants,
  lockSnoozesAhead,
  moveSnooze,
  rewindAcknowledged,
} from './acknowledgement-rewind-store.ts';

/**
 * Acknowledgements and snoozes that were given after `now`, of all organizations, last from now as long as they were given for. Done
 * again it changes nothing more.
 */
export async function rewindAcknowledgements({ db }: Platform, now: Millis): Promise<void> {
  for (const part of partsOf(db, await listGivenAheadAllTenants(db.console, now)))
    await db.inSqlTx(async (sql) => {
      await rewindAcknowledged(sql, tenantsOf(part), now);
      await rewindSnoozes(sql, tenantsOf(part), now);
    });
}

async function rewindSnoozes(sql: Sql, tenants: readonly string[], now: Millis): Promise<void> {
  for (const { tenant, guid, until, at, givenUntil } of await lockSnoozesAhead(sql, tenants, now)) {
    // The step keeps the time that it was given at: one that was moved before ends at another time than its step says.
    const isMoved = givenUntil === null || parseInstant(givenUntil) !== until.getTime();
    if (!isMoved) await moveSnooze(sql, tenant, guid, now + (until.getTime() - at.getTime()), now);
  }
}
