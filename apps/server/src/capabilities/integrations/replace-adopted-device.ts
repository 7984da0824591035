import type { ParsedBody } from '@picket/contracts/endpoints';
import type { SentryOut } from '@picket/contracts/types';
import { keepSeries, kindOfSeries } from '@picket/devices/kept-series';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { type Ctx, withTransaction } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { administeredSentry, exchangeDevice, toSentry, visibleSentry } from '../sentries/index.ts';
import { addDevicePolicies } from './add-device-policies.ts';
import { chosenEntities } from './chosen-entities.ts';
import { bridgeRuleOf, deviceDetailsOf, usualIntervalOf } from './discovered-device.ts';
import {
  type DiscoveredRow,
  findDiscovered,
  findDiscoveredOf,
  lockDiscovered,
  setAdopted,
} from './discovered-store.ts';
import type { IntegrationPorts } from './integration-ports.ts';
import { reviseIntegration } from './integration-store.ts';
import { insertMapping, type MappedEntity, mappingsOf } from './mapping-store.ts';
import { pairFluidSensor } from './pair-fluid-sensor.ts';

/**
 * Puts a discovered device in the place of the device of an adopted sentry. Its name, policies and history go on, and so does an alert: each
 * value that the device before had as well fills the same series. The device before is offered again.
 */
export async function replaceAdoptedDevice(
  ctx: Ctx<UserActor>,
  guid: string,
  { sentry: sentryGuid, entities: chosen }: ParsedBody<'POST /discovered/{guid}/replace'>,
  ports: IntegrationPorts,
): Promise<SentryOut> {
  const sentry = await administeredSentry(ctx, sentryGuid);
  const { tenant, name: by } = ctx.actor;
  await ctx.db.inTx(async (tx) => {
    const { device, before } = await lockBoth(tx, tenant, guid, sentryGuid);
    const used = (await mappingsOf(tx.sql, tenant, [sentryGuid])).get(sentryGuid)?.entities ?? [];
    const entities = keepSeries(used, chosenEntities(device, chosen));
    assertGoesOn(used, entities);
    const at = new Date(ctx.clock.now());
    const details = deviceDetailsOf(device);
    // What a person chose stays.
    const intervalSeconds = before.usualIntervalSeconds === null ? null : usualIntervalOf(device);
    await setAdopted(tx.sql, tenant, before.guid, null, null);
    await setAdopted(tx.sql, tenant, guid, sentryGuid, intervalSeconds);
    const mapping = {
      entities,
      bridge: bridgeRuleOf(device),
      replaced: { model: details.model, serialNumber: details.serialNumber },
    };
    await insertMapping(tx.sql, tenant, sentryGuid, mapping, { by, at });
    await exchangeDevice(ctx, tx, sentry, { ...details, intervalSeconds }, ports.onSentryChanged);
    await addDevicePolicies(ctx, tx, entities, ports);
    for (const integration of new Set([before.integration, device.integration]))
      await reviseIntegration(tx.sql, tenant, integration);
    const place = { guid: sentryGuid, location: sentry.locationGuid };
    await pairFluidSensor(withTransaction(ctx, tx), place, entities, ports.sensors);
    await ports.sensors.configChanged(tx, { tenant, sentries: [sentryGuid] });
    await audit(ctx, tx, {
      action: 'DEVICE_REPLACED',
      target: { kind: 'sentry', guid: sentryGuid, name: sentry.name },
      before: { device: before.announced.name, identity: before.announced.identity },
      after: { device: device.announced.name, identity: device.announced.identity },
    });
  });
  ctx.pubSub.notify();
  return toSentry(await visibleSentry(ctx, sentryGuid));
}

/** Both devices, locked in the same order by all. */
async function lockBoth(
  tx: Tx,
  tenant: string,
  guid: string,
  sentry: string,
): Promise<{ readonly device: DiscoveredRow; readonly before: DiscoveredRow }> {
  const inUse = await findDiscoveredOf(tx.sql, tenant, sentry);
  if (inUse === null) throw new AppError('conflict', { message: 'This sentry is not an adopted device' });
  for (const one of [guid, inUse.guid].sort()) await lockDiscovered(tx.sql, tenant, one);
  const device = await findDiscovered(tx.sql, tenant, guid);
  if (device === null) throw new AppError('notFound');
  if (device.sentry !== null) throw new AppError('conflict', { message: 'The device is adopted already' });
  const before = await findDiscoveredOf(tx.sql, tenant, sentry);
  // Meanwhile another device took its place.
  if (before?.guid !== inUse.guid) throw new AppError('conflict', { message: 'This sentry is not an adopted device' });
  return { device, before };
}

function assertGoesOn(before: readonly MappedEntity[], next: readonly MappedEntity[]): void {
  const kinds = new Set(before.map(kindOfSeries));
  if (next.some((entity) => kinds.has(kindOfSeries(entity)))) return;
  throw new AppError('conflict', {
    message: 'The device measures nothing that the one before measured; adopt it as a sentry of its own',
  });
}
