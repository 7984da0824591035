/** What other features use of the session. */
export { NewPassword, newPasswordProblem } from './new-password.tsx';
export { registerPasskey, supportsPasskeys } from './passkeys.ts';
export { withReauthentication } from './reauthentication.ts';
export { RevokeTokens } from './revoke-tokens.tsx';
export { revalidateSession, setProfile, signOut, useProfile } from './use-session.ts';
