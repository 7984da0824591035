export { policyRoutes } from './policy-routes.ts';
export { policiesInForce } from './policy-store.ts';
export { createDefaultPolicies } from './policy-verbs.ts';
