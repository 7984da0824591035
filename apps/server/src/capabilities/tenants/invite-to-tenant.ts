import type { SentLinkOut } from '@picket/contracts/types';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { auditForTenant } from '../audit/index.ts';
import { inviteTenantAdministrator } from './tenant-administrators.ts';
import { requireTenant } from './tenant-out.ts';

/** Invites another administrator of a tenant. */
export const inviteToTenant = (ctx: Ctx<UserActor>, guid: string, administrator: string): Promise<SentLinkOut> =>
  ctx.db.acrossTenants.inTx(async (tx) => {
    const { name } = await requireTenant(tx, guid);
    const invitation = await inviteTenantAdministrator(ctx, tx, { guid, name }, administrator);
    await auditForTenant(ctx, tx, guid, {
      action: 'TENANT_INVITED',
      target: { kind: 'tenant', guid, name },
      after: { administrator },
    });
    return invitation;
  });
