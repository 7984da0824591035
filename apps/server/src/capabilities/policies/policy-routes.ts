import { type AddRoute, contextOf, type Platform } from '../../platform/index.ts';
import { listMyPolicies, myPolicy } from './policy-verbs.ts';

export function policyRoutes(add: AddRoute, platform: Platform): void {
  add('GET /policies', ({ actor, query }) => listMyPolicies(contextOf(platform, actor), query));
  add('GET /policies/{guid}', async ({ actor, params, check }) => {
    const policy = await myPolicy(contextOf(platform, actor), params.guid);
    check(policy);
    return policy;
  });
}
