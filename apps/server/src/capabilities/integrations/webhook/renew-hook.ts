import type { ResponseOf } from '@picket/contracts/endpoints';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit } from '../../audit/index.ts';
import { findIntegration } from '../integration-store.ts';
import { toIntegration } from '../list-integrations.ts';
import { newHook } from './hook-address.ts';
import { setHookToken } from './hook-store.ts';

/** Makes another address; what is sent to the one before is refused from now on. */
export async function renewHook(
  ctx: Ctx<UserActor>,
  guid: string,
): Promise<ResponseOf<'POST /integrations/{guid}/hook'>> {
  const { tenant } = ctx.actor;
  const { hash, address } = newHook(ctx);
  const row = await ctx.db.inTx(async (tx) => {
    const found = await findIntegration(tx.sql, tenant, guid);
    if (found === null) throw new AppError('notFound');
    if (found.kind !== 'WEBHOOK') throw new AppError('conflict', { message: 'This integration is no webhook' });
    await setHookToken(tx.sql, tenant, guid, hash);
    await audit(ctx, tx, {
      action: 'INTEGRATION_ADDRESS_RENEWED',
      target: { kind: 'integration', guid, name: found.name },
    });
    return found;
  });
  return toIntegration(ctx, row, { hookAddress: address });
}
