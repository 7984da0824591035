import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { type DiscoveredOut, toDiscovered } from './discovered-device.ts';
import { findDiscovered, lockDiscovered, setIgnored } from './discovered-store.ts';
import { reviseIntegration } from './integration-store.ts';

/** Offers an ignored device again. */
export async function restoreDevice(ctx: Ctx<UserActor>, guid: string): Promise<DiscoveredOut> {
  const { tenant } = ctx.actor;
  return ctx.db.inTx(async (tx) => {
    await lockDiscovered(tx.sql, tenant, guid);
    const device = await findDiscovered(tx.sql, tenant, guid);
    if (device === null) throw new AppError('notFound');
    if (device.sentry !== null) throw new AppError('conflict', { message: 'The device is adopted; release it first' });
    await setIgnored(tx.sql, tenant, guid, null);
    await reviseIntegration(tx.sql, tenant, device.integration);
    await audit(ctx, tx, { action: 'DEVICE_RESTORED', target: { kind: 'device', guid, name: device.announced.name } });
    return toDiscovered({ ...device, ignoredBy: null }, null);
  });
}
