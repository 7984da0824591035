/** What other features use of the session. */
export { withReauthentication } from './confirm-identity.tsx';
export { registerPasskey, supportsPasskeys } from './passkeys.ts';
export { revalidateSession, useProfile } from './use-session.ts';
