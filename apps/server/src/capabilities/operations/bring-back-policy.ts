/** Brings a policy back as it was: from a database that was restored to an instant before, into the running one. */
import { withRestored } from '../../platform/db/restored-database.ts';
import { contextOf } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { type PolicyPorts, type PutBackPolicy, putBackPolicy, readPastPolicy } from '../policies/index.ts';
import { type BringBackRequest, operatorOf, requireOneMatch, requireTenantNow } from './bring-back-target.ts';
import { findPastPolicies } from './past-store.ts';

export interface BroughtBackPolicy extends PutBackPolicy {
  readonly tenantName: string;
}

/** `sourceUrl`: of the restored database. Throws a BringBackError. */
export async function bringBackPolicy(
  platform: Platform,
  sourceUrl: string,
  { nameOrGuid, tenant: tenantNameOrGuid, dryRun }: BringBackRequest,
  ports: PolicyPorts,
): Promise<BroughtBackPolicy> {
  const result = await withRestored(platform.db, sourceUrl, async (past) => {
    const found = requireOneMatch('policy', nameOrGuid, await findPastPolicies(past, nameOrGuid, tenantNameOrGuid));
    const tenant = await requireTenantNow(platform, found.tenant);
    const policy = await readPastPolicy(past, tenant.guid, found.guid);
    const put = await putBackPolicy(contextOf(platform, operatorOf(tenant.guid)), policy, ports, dryRun);
    return { ...put, tenantName: tenant.name };
  });
  platform.pubSub.notify();
  return result;
}
