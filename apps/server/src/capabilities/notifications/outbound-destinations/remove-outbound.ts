import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { formatEntry } from '../../../platform/outbound/outbound-allowlist.ts';
import { audit } from '../../audit/index.ts';
import { deleteOutbound, lockTenant } from './outbound-store.ts';

/** Destinations that lead there are refused from now on. */
export async function removeOutbound(ctx: Ctx<UserActor>, tenant: string, guid: string): Promise<void> {
  await ctx.db.acrossTenants.inTx(async (tx) => {
    const name = await lockTenant(tx.sql, tenant);
    const row = name === null ? null : await deleteOutbound(tx.sql, tenant, guid);
    if (name === null || row === null) throw new AppError('notFound');
    await audit(ctx, tx, {
      action: 'OUTBOUND_REMOVED',
      target: { kind: 'tenant', guid: tenant, name },
      before: { address: formatEntry(row), forEveryone: row.forEveryone },
    });
  });
}
