export { changeOfAlert, insertPolicyChange, type PolicyChangeRow } from './changes/policy-change-store.ts';
export { restoreChange } from './changes/restore-change.ts';
export { createDefaultPolicies, type PolicyPorts, requirePolicy } from './edit-policies.ts';
export { hiddenPolicies } from './hidden-policies.ts';
export { overridesOfPolicy, overridesOfTenant, type TenantOverride } from './overrides/override-store.ts';
export { checkContent, visibleZoneScope } from './policy-checks.ts';
export { policyRoutes } from './policy-routes.ts';
export {
  allPolicies,
  changesOut,
  contentOf,
  findPolicy,
  findVersion,
  type GlobalPolicy,
  globalPolicies,
  keysOf,
  listZoneUsages,
} from './policy-store.ts';
