export { deleteExpiredAccountData } from './account-cleanup.ts';
export { testMail } from './account-mails.ts';
export { removeMfaByEmail, resetPasswordByEmail } from './account-recovery.ts';
export { profileRoutes, userRoutes } from './account-routes.ts';
export { authenticateUser } from './authenticate.ts';
export { createAdministrator, createFirstSignupLink, hasNoUsers } from './first-administrator.ts';
export { inviteAdministrator } from './invite-users.ts';
export { processResetRequests } from './one-time-links.ts';
export { signInRoutes } from './sign-in-routes.ts';
export {
  countUsers,
  findForeignLocations,
  findUserOfTenant,
  listTenantUsers,
  markWelcomed,
  nameOf,
  type TenantUser,
} from './user-store.ts';
