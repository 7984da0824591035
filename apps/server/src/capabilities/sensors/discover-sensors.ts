/** Fluid sensors that sentries receive (specification, sections 4 and 7). */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { SensorToPair } from '@picket/contracts/sensors';
import type { SentryActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { assertTokenValid } from '../sentries/index.ts';
import type { SensorPorts } from './sensor-ports.ts';
import type { FluidSensorName } from './sensor-store.ts';
import { upsertSeenSensors } from './upsert-seen-sensors.ts';

/** Sensors a sentry receives that are not paired yet. Each entry is validated on its own. */
export async function discoverSensors(
  ctx: Ctx<SentryActor>,
  sent: readonly unknown[],
  { onSensorsChanged }: SensorPorts,
): Promise<ResponseOf<'POST /sentry/discovered'>> {
  const valid: (FluidSensorName & { readonly index: number })[] = [];
  const rejected: { index: number; name: string; message: string }[] = [];
  for (const [index, raw] of sent.entries()) {
    const parsed = SensorToPair.safeParse(raw);
    if (parsed.success) valid.push({ index, model: parsed.data.model, serialNumber: parsed.data.serial_number });
    else {
      const [issue] = parsed.error.issues;
      const name = ['sensors', index, ...(issue?.path ?? [])].join('.');
      rejected.push({ index, name, message: issue?.message ?? 'is wrong' });
    }
  }
  const refused = await upsertSeenSensors(ctx, ctx.actor, valid, onSensorsChanged, (sql) =>
    assertTokenValid(sql, ctx.actor),
  );
  for (const { index } of refused)
    rejected.push({ index, name: `sensors.${index}`, message: 'this sentry has too many sensors already' });
  return { accepted: valid.length - refused.length, rejected: rejected.sort((a, b) => a.index - b.index) };
}
