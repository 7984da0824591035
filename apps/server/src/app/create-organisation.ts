/** An organisation with everything it starts with. */
import { createDefaultPolicies } from '../capabilities/policies/index.ts';
import { createTenant, type NewTenant } from '../capabilities/tenants/index.ts';
import type { Platform } from '../platform/index.ts';

export const createOrganisation = (platform: Platform, input: NewTenant): Promise<string> =>
  platform.db.inTx((tx) =>
    createTenant(platform, tx, input, (inner, tenantGuid) => createDefaultPolicies(platform, inner, tenantGuid)),
  );
