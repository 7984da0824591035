export { accountRoutes } from './account-routes.ts';
export {
  deleteExpiredSessionsAllTenants,
  deleteSessionsOfUser,
  findUsersByEmailAllTenants,
  updateUser,
} from './account-store.ts';
export { createAdministrator, nobodyYet, offerFirstSignup } from './first-administrator.ts';
export { hashPassword } from './password-hashing.ts';
export { userOfSession } from './sessions.ts';
