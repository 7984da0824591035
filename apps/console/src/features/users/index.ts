/** What other features use of users. */
export { LinkSent } from './link-sent.tsx';
export { permissionTexts } from './permission-texts.ts';
export { RoleMatrix } from './role-matrix.tsx';
export { useLocationNames } from './use-location-names.ts';
