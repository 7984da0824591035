export { createDefaultPolicies, type PolicyPorts, requirePolicy } from './edit-policies.ts';
export { hiddenPolicies } from './hidden-policies.ts';
export { overridesOfPolicy, overridesOfTenant, type TenantOverride } from './override-store.ts';
export { changeOfAlert, insertPolicyChange, type PolicyChangeRow } from './policy-change-store.ts';
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
export { restoreChange } from './restore-change.ts';
