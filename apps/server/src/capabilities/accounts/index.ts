export { testMail } from './account-mails.ts';
export { profileRoutes, userRoutes } from './account-routes.ts';
export { userOf } from './authenticate.ts';
export { createAdministrator, nobodyYet, offerFirstSignup } from './first-administrator.ts';
export { removeSecondFactorsOf, resetPasswordOf } from './help-locked-out.ts';
export { inviteAdministrator } from './invite-users.ts';
export { workOffResets } from './one-time-links.ts';
export { signInRoutes } from './sign-in-routes.ts';
export { tidyAccounts } from './tidy-accounts.ts';
export {
  countPeople,
  findUserOfTenant,
  foreignLocations,
  nameOf,
  noteWelcomed,
  type PersonRow,
  peopleOf,
} from './user-store.ts';
