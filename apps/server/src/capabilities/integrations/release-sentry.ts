import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { administeredSentry, removeWithoutDevice } from '../sentries/index.ts';
import { findDiscoveredOf, setAdopted } from './discovered-store.ts';
import type { IntegrationPorts } from './integration-ports.ts';
import { reviseIntegration } from './integration-store.ts';

/** Ends an adoption: the sentry is removed, its history stays, and the device is offered again. */
export async function releaseSentry(
  ctx: Ctx<UserActor>,
  guid: string,
  { onSentryChanged }: IntegrationPorts,
): Promise<void> {
  const sentry = await administeredSentry(ctx, guid);
  const { tenant } = ctx.actor;
  await ctx.db.inTx(async (tx) => {
    const device = await findDiscoveredOf(tx.sql, tenant, guid);
    if (device === null) throw new AppError('conflict', { message: 'This sentry is not an adopted device' });
    await setAdopted(tx.sql, tenant, device.guid, null, null);
    await reviseIntegration(tx.sql, tenant, device.integration);
    await removeWithoutDevice(ctx, tx, sentry, onSentryChanged);
    await audit(ctx, tx, { action: 'DEVICE_RELEASED', target: { kind: 'sentry', guid, name: sentry.name } });
  });
  ctx.pubSub.notify();
}
