import { type AddRoute, contextOf, type Platform } from '../../platform/index.ts';
import type { TenantCreated } from './create-tenant.ts';
import { addTenant, changeTenant, inviteToTenant, listTenants, oneTenant } from './manage-tenants.ts';
import { changeOrganisation, myOrganisation, tryMail } from './my-organisation.ts';

export function tenantRoutes(add: AddRoute, platform: Platform, created: TenantCreated): void {
  add('GET /organisation', async ({ actor, check }) => {
    const organisation = await myOrganisation(contextOf(platform, actor));
    check(organisation);
    return organisation;
  });
  add('PATCH /organisation', ({ actor, body, check }) => changeOrganisation(contextOf(platform, actor), body, check));
  add('POST /organisation/mail-test', ({ actor }) => tryMail(contextOf(platform, actor)));
  add('GET /tenants', ({ actor, query }) => listTenants(contextOf(platform, actor), query));
  add('POST /tenants', ({ actor, body }) => addTenant(contextOf(platform, actor), body, created));
  add('GET /tenants/{guid}', async ({ actor, params, check }) => {
    const tenant = await oneTenant(contextOf(platform, actor), params.guid);
    check(tenant);
    return tenant;
  });
  add('PATCH /tenants/{guid}', ({ actor, params, body, check }) =>
    changeTenant(contextOf(platform, actor), params.guid, body, check),
  );
  add('POST /tenants/{guid}/invite', ({ actor, params, body }) =>
    inviteToTenant(contextOf(platform, actor), params.guid, body.administrator),
  );
}
