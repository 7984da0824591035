export { createAdministrator, createFirstSignupLink, hasNoUsers } from '../user-administration/first-administrator.ts';
export { inviteAdministrator } from '../user-administration/invite-users.ts';
export { testMail } from '../users/account-mails.ts';
export {
  countUsers,
  findForeignLocations,
  findUserOfTenant,
  listTenantUsers,
  markWelcomed,
  nameOf,
  type TenantUser,
} from '../users/user-store.ts';
export { authenticateUser } from './authenticate.ts';
export { deleteExpiredAccountData } from './delete-expired-sign-ins.ts';
export { processResetRequests } from './one-time-links/one-time-links.ts';
export { removeMfaByEmail, resetPasswordByEmail } from './password/account-recovery.ts';
export { profileRoutes, userRoutes } from './profile-routes.ts';
export { signInRoutes } from './sign-in-routes.ts';
