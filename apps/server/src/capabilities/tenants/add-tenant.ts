import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { createTenant, type OnTenantCreated } from './create-tenant.ts';
import { inviteTenantAdministrator } from './tenant-administrators.ts';
import { requireTenant, toTenantOut } from './tenant-out.ts';

/** Creates a tenant with its defaults, and invites its first administrator. */
export async function addTenant(
  ctx: Ctx<UserActor>,
  input: ParsedBody<'POST /tenants'>,
  created: OnTenantCreated,
): Promise<ResponseOf<'POST /tenants'>> {
  return ctx.db.acrossTenants.inTx(async (tx) => {
    const { administrator, ...wanted } = input;
    const guid = await createTenant(ctx, tx, wanted, created);
    const { name } = await requireTenant(tx, guid);
    const invitation = await inviteTenantAdministrator(ctx, tx, { guid, name }, administrator);
    const tenant = await toTenantOut(tx.sql, await requireTenant(tx, guid));
    await audit(ctx, tx, {
      action: 'TENANT_CREATED',
      target: { kind: 'tenant', guid, name },
      after: { businessStatus: tenant.businessStatus, demo: tenant.demo, administrator },
    });
    return { tenant, invitation };
  });
}
