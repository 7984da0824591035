/** What other features use of users. */
export { RoleMatrix } from './role-matrix.tsx';
export { useLocationNames } from './use-location-names.ts';
