import type { SentLinkOut } from '@picket/contracts';
import type { Ctx, UserActor } from '../../platform/index.ts';
import { audit } from '../audit/index.ts';
import { inviteAdministrator } from '../user-administration/index.ts';
import { requireTenant } from './tenant-out.ts';
import { withUniqueAdministrator } from './unique-administrator.ts';

export async function inviteToTenant(ctx: Ctx<UserActor>, guid: string, administrator: string): Promise<SentLinkOut> {
  return withUniqueAdministrator(() =>
    ctx.db.inTx(async (tx) => {
      const { name } = await requireTenant(tx, guid);
      const invitation = await inviteAdministrator(ctx, tx, { guid, name }, administrator);
      await audit(ctx, tx, {
        action: 'TENANT_INVITED',
        target: { kind: 'tenant', guid, name },
        after: { administrator },
      });
      return invitation;
    }),
  );
}
