/** What the one-time links for signing up and for a new password lead to. */
import { useApi } from '../../lib/api.ts';

/** A link is checked once: it does not come back to life by asking again. */
const ONCE = { shouldRetryOnError: false, revalidateOnFocus: false, revalidateOnReconnect: false } as const;

export const useInvitation = (token: string) => useApi('GET /auth/finish-signup/{token}', { params: { token } }, ONCE);

export const usePasswordReset = (token: string) =>
  useApi('GET /auth/reset-password/{token}', { params: { token } }, ONCE);

/** After a one-time link a sign-in starts again at its own page. */
export const restartSignIn = (): void => window.location.assign('/sign-in');
