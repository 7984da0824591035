import type { ParsedBody } from '@picket/contracts/endpoints';
import type { SentryOut } from '@picket/contracts/types';
import { fluidNameOf } from '@picket/devices/series-of';
import { fluidSensorOf, metricFamilyOf, OVERDUE_METRIC } from '@picket/domain/metrics';
import { phrase } from '@picket/domain/phrases';
import type { Tx } from '../../platform/db/database.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { type Ctx, withTransaction } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { administeredLocation } from '../locations/index.ts';
import { subscribeSensors, upsertSeenSensors } from '../sensors/index.ts';
import { addSentryWithoutDevice, toSentry, visibleSentry } from '../sentries/index.ts';
import { bridgeRuleOf, mappingOf, usualIntervalOf } from './discovered-device.ts';
import { type DiscoveredRow, findDiscovered, lockDiscovered, setAdopted } from './discovered-store.ts';
import type { AdoptedSeries, IntegrationPorts } from './integration-ports.ts';
import { reviseIntegration } from './integration-store.ts';
import { adoptedSeries, insertMapping, type MappedEntity } from './mapping-store.ts';

/** Makes a sentry of a discovered device: how its values are read is fixed as it is announced now. */
export async function adoptDevice(
  ctx: Ctx<UserActor>,
  guid: string,
  body: ParsedBody<'POST /discovered/{guid}/adopt'>,
  ports: IntegrationPorts,
): Promise<SentryOut> {
  const { tenant, name: by } = ctx.actor;
  await administeredLocation(ctx, body.location);
  const sentry = await ctx.db.inTx(async (tx) => {
    await lockDiscovered(tx.sql, tenant, guid);
    const device = await findDiscovered(tx.sql, tenant, guid);
    if (device === null) throw new AppError('notFound');
    if (device.sentry !== null) throw new AppError('conflict', { message: 'The device is adopted already' });
    const entities = chosenEntities(device, body.entities);
    const { announced } = device;
    const adopted = await addSentryWithoutDevice(
      ctx,
      tx,
      {
        kind: 'ADOPTED',
        location: body.location,
        name: body.name,
        intervalSeconds: body.intervalSeconds ?? usualIntervalOf(device),
        model: announced.model ?? announced.maker,
        serialNumber: announced.serialNumber ?? announced.identity.slice(0, 128),
        softwareVersion: announced.softwareVersion,
      },
      ports.onSentryChanged,
    );
    const at = new Date(ctx.clock.now());
    await addPolicies(ctx, tx, entities, ports);
    await insertMapping(tx.sql, tenant, adopted.guid, { entities, bridge: bridgeRuleOf(device) }, { by, at });
    await setAdopted(tx.sql, tenant, guid, adopted.guid);
    await reviseIntegration(tx.sql, tenant, device.integration);
    await pairFluidSensor(withTransaction(ctx, tx), device, entities, adopted.guid, body.location, ports);
    await ports.sensors.configChanged(tx, { tenant, sentries: [adopted.guid] });
    await audit(ctx, tx, {
      action: 'DEVICE_ADOPTED',
      target: { kind: 'sentry', guid: adopted.guid, name: adopted.name },
      after: {
        device: announced.name,
        identity: announced.identity,
        series: entities.map(({ sensorMetricId }) => sensorMetricId),
      },
    });
    return adopted.guid;
  });
  ctx.pubSub.notify();
  return toSentry(await visibleSentry(ctx, sentry));
}

/** Those that the first adoption of its kind needs: one that a person deleted since stays deleted. */
async function addPolicies(
  ctx: Ctx<UserActor>,
  tx: Tx,
  entities: readonly MappedEntity[],
  { onAdopted }: IntegrationPorts,
): Promise<void> {
  const kindOf = ({ sensorMetricId, column }: AdoptedSeries): string => `${metricFamilyOf(sensorMetricId)}.${column}`;
  const before = new Set((await adoptedSeries(tx.sql, ctx.actor.tenant)).map(kindOf));
  const ofEveryDevice = before.size === 0 ? [{ sensorMetricId: OVERDUE_METRIC, column: 'value' }] : [];
  const first = [...entities.filter((entity) => !before.has(kindOf(entity))), ...ofEveryDevice];
  if (first.length > 0) await onAdopted(ctx, tx, first);
}

/** Throws a 400 that names the entity at fault. */
function chosenEntities(device: DiscoveredRow, chosen: readonly string[]): readonly MappedEntity[] {
  const mapping = mappingOf(device);
  const series = new Set<string>();
  return [...new Set(chosen)].map((guid, index) => {
    const entity = mapping.get(guid);
    if (entity === undefined) throw invalid(`entities.${index}`, 'is no entity of this device that becomes a series');
    const name = `${entity.sensorMetricId}.${entity.column}`;
    if (series.has(name))
      throw invalid(`entities.${index}`, phrase('is a second entity for {name}: choose one of them', { name }));
    series.add(name);
    return entity;
  });
}

/** A person who adopts a leak sensor pairs it. */
async function pairFluidSensor(
  ctx: Ctx<UserActor>,
  { announced }: DiscoveredRow,
  entities: readonly MappedEntity[],
  sentry: string,
  location: string,
  { sensors }: IntegrationPorts,
): Promise<void> {
  if (!entities.some(({ sensorMetricId }) => fluidSensorOf(sensorMetricId) !== null)) return;
  const { model, serialNumber } = fluidNameOf(announced.model, announced.identity);
  const { tenant } = ctx.actor;
  await upsertSeenSensors(ctx, { tenant, guid: sentry }, [{ model, serialNumber }], sensors.onSensorsChanged);
  const body = { sensors: [{ model, serial_number: serialNumber, type: 'FLUID' as const }] };
  await subscribeSensors(ctx, location, body, sensors);
}
