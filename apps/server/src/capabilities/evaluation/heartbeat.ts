/** The platform's heartbeat in the database: it decides when the platform was down, and whether a clock can be trusted. */
import type { Millis } from '@picket/domain/time';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { partsOf, tenantsOf } from '../../platform/db/placement.ts';
import type { Log } from '../../platform/logging/log.ts';
import { HEARTBEAT_GAP } from './availability.ts';
import type { AvailabilitySource } from './availability-source.ts';
import { listAhead, rewindStates } from './monitor-store.ts';
import { newestHeartbeat, recordHeartbeat, rewindUptimes } from './uptime-store.ts';

export interface HeartbeatContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly availability: AvailabilitySource;
  /** The time of the database; null: unknown. */
  readonly databaseTime: () => Promise<Millis | null>;
  /** The clock went back to `now`: brings later instants to it, at which something is sent or sessions were used. May be called again. */
  readonly onClockBack: (now: Millis) => Promise<void>;
}

/**
 * Compares the clocks and, while they agree, records that the platform is up. Where the clock went back, later instants are
 * reset to it first.
 */
export async function storeHeartbeat(ctx: HeartbeatContext): Promise<void> {
  const { db, clock, log, availability, databaseTime } = ctx;
  const newest = await newestHeartbeat(db.console);
  clock.compare({ database: await databaseTime(), newestHeartbeat: newest });
  const problem = clock.problem();
  if (problem !== null) {
    log.warn(problem, 'clock not trusted, evaluation paused');
    return;
  }
  const now = clock.now();
  const jumpedBack = clock.jumpedBack();
  const wasUntrusted = clock.isUntrusted();
  if (jumpedBack) {
    for (const part of partsOf(db, await listAhead(db.console, now)))
      await db.inSqlTx((sql) => rewindStates(sql, tenantsOf(part), now));
    await ctx.onClockBack(now);
    // Last: where one of these fails, or the process ends, the next heartbeat finds the clock behind the newest one, and does it all again.
    await rewindUptimes(db.console, now);
  }
  await recordHeartbeat(db.console, now, HEARTBEAT_GAP);
  if (!wasUntrusted) return;
  availability.forget();
  clock.heartbeatStored();
  log.warn({ step: clock.acceptedStep() }, 'clock trusted again, evaluation resumed');
}
