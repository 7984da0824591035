import type { SentryOut } from '@picket/contracts/types';
import { keepSeries } from '@picket/devices/kept-series';
import { phrase } from '@picket/domain/phrases';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { administeredSentry, toSentry } from '../sentries/index.ts';
import { assertSeparateSeries } from './chosen-entities.ts';
import { bridgeRuleOf, mappingOf } from './discovered-device.ts';
import { type DiscoveredRow, findDiscoveredOf, lockDiscovered } from './discovered-store.ts';
import { reviseIntegration } from './integration-store.ts';
import { insertMapping, mappingsOf } from './mapping-store.ts';

/** Uses what the device announces now for the entities that are in use. Their series stay, also where the device is called otherwise now. */
export async function acceptAnnouncement(ctx: Ctx<UserActor>, guid: string): Promise<SentryOut> {
  const sentry = await administeredSentry(ctx, guid);
  const { tenant, name: by } = ctx.actor;
  await ctx.db.inTx(async (tx) => {
    const device = await lockDevice(tx, tenant, guid);
    const before = (await mappingsOf(tx.sql, tenant, [guid])).get(guid);
    if (before === undefined) throw notAdopted();
    const used = new Set(before.entities.map(({ entity }) => entity.id));
    assertAllGoOff(device, used);
    const announced = [...mappingOf(device).values()].filter(({ entity }) => used.has(entity.id));
    const entities = keepSeries(before.entities, announced);
    if (entities.length === 0)
      throw new AppError('conflict', {
        message: 'None of its entities is announced any more; release the device instead',
      });
    assertSeparateSeries(entities);
    const at = new Date(ctx.clock.now());
    await insertMapping(tx.sql, tenant, guid, { entities, bridge: bridgeRuleOf(device) }, { by, at });
    await reviseIntegration(tx.sql, tenant, device.integration);
    await audit(ctx, tx, {
      action: 'DEVICE_ANNOUNCEMENT_ACCEPTED',
      target: { kind: 'sentry', guid, name: sentry.name },
      before: { entities: before.entities.map(({ entity }) => entity) },
      after: { entities: entities.map(({ entity }) => entity) },
    });
  });
  ctx.pubSub.notify();
  return toSentry(sentry);
}

/** A value that is announced with a delay after which it is off is offered no more: the alert about it would get no readings, and never end. */
function assertAllGoOff({ entities }: DiscoveredRow, used: ReadonlySet<string>): void {
  const lost = entities.flatMap(({ announced: { id, name, hasOffDelay } }) =>
    used.has(id) && hasOffDelay === true ? name : [],
  );
  if (lost.length === 0) return;
  const message = phrase(
    '{entities} would be read no more, since nobody says any more when it goes off; release the device, and adopt it without it',
    { entities: lost.join(', ') },
  );
  throw new AppError('conflict', { message });
}

const notAdopted = (): AppError => new AppError('conflict', { message: 'This sentry is not an adopted device' });

/** Its device, locked: what another request accepts or replaces meanwhile comes before this one, or after it. */
async function lockDevice({ sql }: Tx, tenant: string, sentry: string): Promise<DiscoveredRow> {
  const inUse = await findDiscoveredOf(sql, tenant, sentry);
  if (inUse === null) throw notAdopted();
  await lockDiscovered(sql, tenant, inUse.guid);
  const device = await findDiscoveredOf(sql, tenant, sentry);
  // Meanwhile another device took its place.
  if (device?.guid !== inUse.guid) throw notAdopted();
  return device;
}
