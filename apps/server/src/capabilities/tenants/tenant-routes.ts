import { contextOf } from '../../platform/http/context.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { addTenant } from './add-tenant.ts';
import { changeOwnTenant } from './change-own-tenant.ts';
import { changeTenant } from './change-tenant.ts';
import type { OnTenantCreated } from './create-tenant.ts';
import { closeGetStartedList, decideGetStartedStep } from './decide-get-started.ts';
import { inviteToTenant } from './invite-to-tenant.ts';
import { getTenant, listTenants } from './list-tenants.ts';
import { getOwnTenant } from './own-tenant.ts';
import { sendTestMail } from './send-test-mail.ts';

/** Routes of the own tenant and, for administrators of the admin tenant, of all. */
export function tenantRoutes(add: AddRoute, platform: Platform, created: OnTenantCreated): void {
  add('GET /tenant', async ({ actor, check }) => {
    const tenant = await getOwnTenant(contextOf(platform, actor));
    check(tenant);
    return tenant;
  });
  add('PATCH /tenant', ({ actor, body, check }) => changeOwnTenant(contextOf(platform, actor), body, check));
  add('PUT /get-started/{step}', ({ actor, params, body }) =>
    decideGetStartedStep(contextOf(platform, actor), params, body),
  );
  add('POST /get-started/close', ({ actor }) => closeGetStartedList(contextOf(platform, actor)));
  add('POST /tenant/mail-test', ({ actor }) => sendTestMail(contextOf(platform, actor)));
  add('GET /tenants', ({ actor, query }) => listTenants(contextOf(platform, actor), query));
  add('POST /tenants', ({ actor, body }) => addTenant(contextOf(platform, actor), body, created));
  add('GET /tenants/{guid}', async ({ actor, params, check }) => {
    const tenant = await getTenant(contextOf(platform, actor), params.guid);
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
