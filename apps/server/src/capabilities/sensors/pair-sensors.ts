/** Pairs and ignores fluid sensors (specification, sections 4 and 7). */
import type { BodyOf, ResponseOf } from '@picket/contracts/endpoints';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { administeredLocation } from '../locations/index.ts';
import type { SensorChange, SensorPorts } from './sensor-ports.ts';
import { ignoreFluidSensors, pairFluidSensors } from './sensor-store.ts';

async function change(
  ctx: Ctx<UserActor>,
  location: string,
  body: BodyOf<'POST /locations/{guid}/sensors/ignore'>,
  [apply, action]: readonly [typeof pairFluidSensors, 'SENSORS_PAIRED' | 'SENSORS_IGNORED'],
  { onSensorsChanged, configChanged }: SensorPorts,
): Promise<ResponseOf<'POST /locations/{guid}/sensors/ignore'>> {
  const { name } = await administeredLocation(ctx, location);
  const names = body.sensors.map(({ model, serial_number }) => ({ model, serialNumber: serial_number }));
  const changed = await ctx.db.inTx(async (tx) => {
    const done = await apply(tx.sql, ctx.actor.tenant, location, names, ctx.actor.name);
    if (done.length === 0) return done;
    await configChanged(tx, { tenant: ctx.actor.tenant, sentries: [...new Set(done.map(({ sentry }) => sentry))] });
    await onSensorsChanged(tx.sql, done);
    await audit(ctx, tx, {
      action,
      target: { kind: 'location', guid: location, name },
      after: { sensors: distinct(done) },
    });
    return done;
  });
  ctx.pubSub.notify();
  return { sensors: distinct(changed) };
}

const distinct = (changes: readonly SensorChange[]) => [
  ...new Map(
    changes.map(({ model, serialNumber }) => [`${model} ${serialNumber}`, { model, serial_number: serialNumber }]),
  ).values(),
];

/** Pairs sensors; the response lists those that are paired now; one that is missing was not paired. */
export const subscribeSensors = (
  ctx: Ctx<UserActor>,
  location: string,
  body: BodyOf<'POST /locations/{guid}/sensors/subscribe'>,
  ports: SensorPorts,
) => change(ctx, location, body, [pairFluidSensors, 'SENSORS_PAIRED'], ports);

/** Ignores sensors; the response lists those that are ignored now. Alerts of a sensor that was paired end. */
export const ignoreSensors = (
  ctx: Ctx<UserActor>,
  location: string,
  body: BodyOf<'POST /locations/{guid}/sensors/ignore'>,
  ports: SensorPorts,
) => change(ctx, location, body, [ignoreFluidSensors, 'SENSORS_IGNORED'], ports);
