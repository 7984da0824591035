import { fluidSensorOf } from '@picket/domain/metrics';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { type SensorPorts, subscribeSensors, upsertSeenSensors } from '../sensors/index.ts';
import type { MappedEntity } from './mapping-store.ts';

/** A person who adopts a leak sensor pairs it. Runs in the transaction of the adoption. */
export async function pairFluidSensor(
  ctx: Ctx<UserActor>,
  { guid, location }: { readonly guid: string; readonly location: string },
  entities: readonly MappedEntity[],
  ports: SensorPorts,
): Promise<void> {
  const sensor = entities.flatMap(({ sensorMetricId }) => fluidSensorOf(sensorMetricId) ?? [])[0];
  if (sensor === undefined) return;
  const { model, serialNumber } = sensor;
  await upsertSeenSensors(ctx, { tenant: ctx.actor.tenant, guid }, [{ model, serialNumber }], ports.onSensorsChanged);
  const body = { sensors: [{ model, serial_number: serialNumber, type: 'FLUID' as const }] };
  await subscribeSensors(ctx, location, body, ports);
}
