export { createAdministrator } from './create-administrator.ts';
export { createFirstSignupLink } from './create-first-signup-link.ts';
export { inviteAdministrator } from './invite-administrator.ts';
export { userRoutes } from './user-routes.ts';
