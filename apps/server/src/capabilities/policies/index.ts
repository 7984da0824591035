export { addAdoptionPolicies } from './add-adoption-policies.ts';
export { describeEdit } from './changes/describe-edit.ts';
export { changeOfAlert, insertPolicyChange, type PolicyChangeRow } from './changes/policy-change-store.ts';
export { changesOut, readStoredChanges } from './changes/stored-changes.ts';
export { createDefaultPolicies } from './create-default-policies.ts';
export { requirePolicy } from './get-policy.ts';
export { hiddenPolicies } from './hidden-policies.ts';
export { listVisiblePolicies } from './list-visible-policies.ts';
export { overridesOfPolicy, overridesOfTenant, type TenantOverride } from './overrides/override-store.ts';
export { checkContent, visibleZoneScope } from './policy-checks.ts';
export type { PolicyPorts } from './policy-ports.ts';
export { policyRoutes } from './policy-routes.ts';
export {
  allPolicies,
  contentOf,
  findPolicy,
  findVersion,
  type GlobalPolicy,
  globalPolicies,
  keysOf,
  listZoneUsages,
} from './policy-store.ts';
export { type PastPolicy, type PutBackPolicy, putBackPolicy, readPastPolicy } from './put-back-policy.ts';
export { restoreChange } from './restore-change.ts';
export { deleteTaggingPolicies } from './tagging-zones/delete-tagging-policies.ts';
export { putBackTaggingPolicies, readPastTaggingPolicies } from './tagging-zones/put-back-tagging-policies.ts';
