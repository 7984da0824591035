export { mailAccountChange, textsFor } from './account-changed-mail.ts';
export { ACTING_USER_COLUMNS, ACTING_USER_TABLES, type ActingUser } from './acting-user.ts';
export { changeProfile } from './change-profile.ts';
export { currentUser, requireTenantUser } from './current-user.ts';
export { deleteMyAccount } from './delete-own-account.ts';
export { assertNotLastAdmin, LAST_ADMINISTRATOR } from './last-administrator.ts';
export { getOwnProfile, toProfile } from './profile.ts';
export { rejectDuplicateEmail } from './reject-duplicate-email.ts';
export { selfTarget, targetOf, toActor, toAuditActor } from './user-actor.ts';
export { toPermissionRows, toPermissions, toPermissionsOut, validatePermissions } from './user-permissions.ts';
export { hasMfa, hasSignedUp, nameOf, permissionsOf, type UserRow } from './user-row.ts';
export {
  consumeTotpStep,
  countUsers,
  deleteUser,
  findForeignLocations,
  findUserAllTenants,
  findUserByEmail,
  findUserOfTenant,
  findUsersByEmailAllTenants,
  findUsersByOidcAllTenants,
  insertUser,
  listLocationAdministrators,
  listTenantUsers,
  listUsersOfTenant,
  lockTenantUsers,
  lockUser,
  lockUserWithPassword,
  markWelcomed,
  passwordsByEmailAllTenants,
  replacePermissions,
  USER_INCLUDE,
  updateLastSeen,
  updateUser,
} from './user-store.ts';
