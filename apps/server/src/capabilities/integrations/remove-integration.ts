import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { findSentry, removeWithoutDevice } from '../sentries/index.ts';
import { devicesOf } from './discovered-store.ts';
import type { IntegrationPorts } from './integration-ports.ts';
import { deleteIntegration, findIntegration } from './integration-store.ts';

/** Disconnects, forgets what was announced and removes the sentry of the broker. */
export async function removeIntegration(
  ctx: Ctx<UserActor>,
  guid: string,
  { onSentryChanged }: IntegrationPorts,
): Promise<void> {
  const { tenant } = ctx.actor;
  await ctx.db.inTx(async (tx) => {
    const row = await findIntegration(tx.sql, tenant, guid);
    if (row === null) throw new AppError('notFound');
    if ((await devicesOf(tx.sql, tenant, guid)).some(({ sentry }) => sentry !== null))
      throw new AppError('conflict', { message: 'Devices of it are adopted; release them first' });
    await deleteIntegration(tx.sql, tenant, guid);
    const gateway = await findSentry(tx.prisma, tenant, row.gateway);
    if (gateway !== null) await removeWithoutDevice(ctx, tx, gateway, onSentryChanged);
    await audit(ctx, tx, { action: 'INTEGRATION_REMOVED', target: { kind: 'integration', guid, name: row.name } });
  });
  ctx.pubSub.notify();
}
