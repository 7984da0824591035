export { createDefaultPolicies, type PolicyPorts, policyThere } from './edit-policies.ts';
export { checkContent } from './policy-checks.ts';
export { policyRoutes } from './policy-routes.ts';
export {
  changeOfAlert,
  contentOf,
  findPolicy,
  findVersion,
  type GlobalPolicy,
  globalPolicies,
  insertPolicyChange,
  overridesOfTenant,
  type PolicyChangeRow,
  type TenantOverride,
  usersOfZone,
} from './policy-store.ts';
export { restoreChange } from './restore-change.ts';
