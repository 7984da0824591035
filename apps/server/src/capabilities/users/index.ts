export { accountChangedMail } from './account-changed-mail.ts';
export { changeProfile } from './change-profile.ts';
export { currentUser, requireTenantUser } from './current-user.ts';
export { deleteMyAccount } from './delete-own-account.ts';
export { assertNotLastAdmin } from './last-administrator.ts';
export { getOwnProfile, toProfile } from './profile.ts';
export { selfTarget } from './self-target.ts';
export { targetOf, toActor, toAuditActor } from './user-actor.ts';
export { toPermissionRows, toPermissions, validatePermissions } from './user-permissions.ts';
export { hasMfa, hasSignedUp, nameOf, permissionsOf, type UserRow } from './user-row.ts';
export {
  consumeTotpStep,
  countUsers,
  countUsersAllTenants,
  deleteUser,
  findForeignLocations,
  findUser,
  findUserOfTenant,
  findUsersByEmailAllTenants,
  findUsersByOidcAllTenants,
  insertUser,
  listTenantUsers,
  listUsersOfTenant,
  markWelcomed,
  passwordsByEmailAllTenants,
  replacePermissions,
  USER_INCLUDE,
  updateLastSeen,
  updateUser,
} from './user-store.ts';
