/** Fluid sensors that a sentry has received for the first time. */
import type { Sql } from '../../platform/db/database.ts';
import type { SentryActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { OnSensorsChanged } from './sensor-ports.ts';
import { type FluidSensorName, insertSeenSensors } from './sensor-store.ts';

/**
 * Stores sensors that a sentry discovered or sent readings of, and publishes the new ones to open consoles. `db`: of its organization.
 * `check` throws where the sentry may not do that; it is called in the same transaction.
 */
export async function upsertSeenSensors(
  { db, clock, pubSub }: Pick<Ctx, 'db' | 'clock' | 'pubSub'>,
  sentry: Pick<SentryActor, 'tenant' | 'guid'>,
  names: readonly FluidSensorName[],
  onSensorsChanged: OnSensorsChanged,
  check: (sql: Sql) => Promise<void> = async () => {},
): Promise<void> {
  if (names.length === 0) return;
  const hasNew = await db.inTx(async ({ sql }) => {
    await check(sql);
    const found = await insertSeenSensors(sql, sentry.tenant, sentry.guid, names, clock.now());
    await onSensorsChanged(sql, found);
    return found.length > 0;
  });
  if (hasNew) pubSub.notify();
}
