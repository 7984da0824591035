import type { ParsedBody } from '@picket/contracts/endpoints';
import type { SentryOut } from '@picket/contracts/types';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { type Ctx, withTransaction } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { administeredLocation } from '../locations/index.ts';
import { addSentryWithoutDevice, toSentry, visibleSentry } from '../sentries/index.ts';
import { addDevicePolicies } from './add-device-policies.ts';
import { chosenEntities } from './chosen-entities.ts';
import { bridgeRuleOf, deviceDetailsOf, usualIntervalOf } from './discovered-device.ts';
import { findDiscovered, lockDiscovered, setAdopted } from './discovered-store.ts';
import type { IntegrationPorts } from './integration-ports.ts';
import { reviseIntegration } from './integration-store.ts';
import { insertMapping } from './mapping-store.ts';
import { pairFluidSensor } from './pair-fluid-sensor.ts';

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
        ...deviceDetailsOf(device),
      },
      ports.onSentryChanged,
    );
    const at = new Date(ctx.clock.now());
    await addDevicePolicies(ctx, tx, entities, ports);
    await insertMapping(tx.sql, tenant, adopted.guid, { entities, bridge: bridgeRuleOf(device) }, { by, at });
    await setAdopted(
      tx.sql,
      tenant,
      guid,
      adopted.guid,
      body.intervalSeconds === undefined ? usualIntervalOf(device) : null,
    );
    await reviseIntegration(tx.sql, tenant, device.integration);
    const place = { guid: adopted.guid, location: body.location };
    await pairFluidSensor(withTransaction(ctx, tx), place, entities, ports.sensors);
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
