/** Fluid sensors that a sentry has received for the first time. */
import { MAX_SENSORS_OF_SENTRY } from '@picket/contracts/sensors';
import type { Sql } from '../../platform/db/database.ts';
import type { SentryActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { OnSensorsChanged } from './sensor-ports.ts';
import { countSensors, type FluidSensorName, insertSeenSensors } from './sensor-store.ts';

/**
 * Stores sensors that a sentry discovered or sent readings of, and publishes the new ones to open consoles. Returns those that are not
 * stored: their sentry has too many already. `db`: of its organization. `check` throws where the sentry may not do that; it is called in
 * the same transaction.
 */
export async function upsertSeenSensors<Name extends FluidSensorName>(
  { db, clock, pubSub }: Pick<Ctx, 'db' | 'clock' | 'pubSub'>,
  sentry: Pick<SentryActor, 'tenant' | 'guid'>,
  names: readonly Name[],
  onSensorsChanged: OnSensorsChanged,
  check: (sql: Sql) => Promise<void> = async () => {},
): Promise<readonly Name[]> {
  if (names.length === 0) return [];
  const { hasNew, refused } = await db.inTx(async ({ sql }) => {
    await check(sql);
    const fitting = await withinLimit(sql, sentry, names);
    const found = await insertSeenSensors(sql, sentry.tenant, sentry.guid, fitting, clock.now());
    await onSensorsChanged(sql, found);
    return { hasNew: found.length > 0, refused: names.filter((name) => !fitting.includes(name)) };
  });
  if (hasNew) pubSub.notify();
  return refused;
}

/** Those that the sentry has, and as many others as it may have beside them. */
async function withinLimit<Name extends FluidSensorName>(
  sql: Sql,
  { tenant, guid }: Pick<SentryActor, 'tenant' | 'guid'>,
  names: readonly Name[],
): Promise<readonly Name[]> {
  const { count, known } = await countSensors(sql, tenant, guid, names);
  const keyOf = ({ model, serialNumber }: FluidSensorName): string => `${model} ${serialNumber}`;
  const room = Math.max(0, MAX_SENSORS_OF_SENTRY - count);
  const added = [...new Set(names.map(keyOf))].filter((key) => !known.has(key)).slice(0, room);
  const fitting = new Set([...known, ...added]);
  return names.filter((name) => fitting.has(keyOf(name)));
}
