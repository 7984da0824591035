/** An organization with everything it starts with. */
import { createDefaultPolicies } from '../capabilities/policies/index.ts';
import { createTenant, type NewTenant, type OnTenantCreated } from '../capabilities/tenants/index.ts';
import type { Platform } from '../platform/platform.ts';

/** What a new organization gets besides itself. */
export const onTenantCreated =
  (platform: Platform): OnTenantCreated =>
  (tx, tenantGuid) =>
    createDefaultPolicies(platform, tx, tenantGuid);

export const provisionTenant = (platform: Platform, input: NewTenant): Promise<string> =>
  platform.db.inTx((tx) => createTenant(platform, tx, input, onTenantCreated(platform)));
