import type { SentLinkOut } from '@picket/contracts';
import type { Ctx, UserActor } from '../../platform/index.ts';
import { audit } from '../audit/index.ts';
import { inviteTenantAdministrator } from './tenant-administrators.ts';
import { requireTenant } from './tenant-out.ts';

/** Invites another administrator of a tenant. */
export const inviteToTenant = (ctx: Ctx<UserActor>, guid: string, administrator: string): Promise<SentLinkOut> =>
  ctx.db.inTx(async (tx) => {
    const { name } = await requireTenant(tx, guid);
    const invitation = await inviteTenantAdministrator(ctx, tx, { guid, name }, administrator);
    await audit(ctx, tx, {
      action: 'TENANT_INVITED',
      target: { kind: 'tenant', guid, name },
      after: { administrator },
    });
    return invitation;
  });
