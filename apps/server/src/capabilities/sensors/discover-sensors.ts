/** Fluid sensors that sentries receive (specification, sections 4 and 7). */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { SensorToPair } from '@picket/contracts/sensors';
import type { Sql } from '../../platform/db/database.ts';
import type { SentryActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { assertTokenValid } from '../sentries/index.ts';
import type { OnSensorsChanged, SensorPorts } from './sensor-ports.ts';
import { type FluidSensorName, insertSeenSensors } from './sensor-store.ts';

/** Sensors a sentry receives that are not paired yet. Each entry is validated on its own. */
export async function discoverSensors(
  ctx: Ctx<SentryActor>,
  sent: readonly unknown[],
  { onSensorsChanged }: SensorPorts,
): Promise<ResponseOf<'POST /sentry/discovered'>> {
  const valid: FluidSensorName[] = [];
  const rejected: { index: number; name: string; message: string }[] = [];
  for (const [index, raw] of sent.entries()) {
    const parsed = SensorToPair.safeParse(raw);
    if (parsed.success) valid.push({ model: parsed.data.model, serialNumber: parsed.data.serial_number });
    else {
      const [issue] = parsed.error.issues;
      const name = ['sensors', index, ...(issue?.path ?? [])].join('.');
      rejected.push({ index, name, message: issue?.message ?? 'is wrong' });
    }
  }
  await upsertSeenSensors(ctx, ctx.actor, valid, onSensorsChanged, (sql) => assertTokenValid(sql, ctx.actor));
  return { accepted: valid.length, rejected };
}

/**
 * Stores sensors that a sentry discovered or sent readings of, and publishes the new ones to open consoles. `check` throws where
 * the sentry may not do that; it is called in the same transaction.
 */
export async function upsertSeenSensors(
  platform: Platform,
  sentry: Pick<SentryActor, 'tenant' | 'guid'>,
  names: readonly FluidSensorName[],
  onSensorsChanged: OnSensorsChanged,
  check: (sql: Sql) => Promise<void> = async () => {},
): Promise<void> {
  if (names.length === 0) return;
  const hasNew = await platform.db.inTx(async ({ sql }) => {
    await check(sql);
    const found = await insertSeenSensors(sql, sentry.tenant, sentry.guid, names, platform.clock.now());
    await onSensorsChanged(sql, found);
    return found.length > 0;
  });
  if (hasNew) platform.pubSub.notify();
}
