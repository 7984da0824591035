/**
 * Who is signed in (specification, sections 4 and 9): asked at start, on focus, on reconnect and every 30 s. A 401 is an
 * answer (nobody); any other failure is tried again after 15 s.
 */
import type { ProfileOut } from '@picket/contracts';
import useSWR, { mutate } from 'swr';
import { ApiError, api } from '../../lib/api.ts';

const KEY = 'session';
const POLL_MS = 30_000;
const RETRY_MS = 15_000;

export type Session =
  | { readonly state: 'loading' }
  | { readonly state: 'unreachable' }
  | { readonly state: 'unauthenticated' }
  | { readonly state: 'authenticated'; readonly profile: ProfileOut };

async function fetchProfile(): Promise<ProfileOut | null> {
  try {
    return await api('GET /users/my-profile', {});
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

export function useSession(): Session {
  const { data, error } = useSWR<ProfileOut | null, unknown>(KEY, fetchProfile, {
    refreshInterval: POLL_MS,
    focusThrottleInterval: POLL_MS,
    dedupingInterval: POLL_MS,
    errorRetryInterval: RETRY_MS,
    onErrorRetry: (_error, _key, _config, revalidate, options) => {
      setTimeout(() => void revalidate(options), RETRY_MS);
    },
  });
  if (data === undefined) return { state: error === undefined ? 'loading' : 'unreachable' };
  return data === null ? { state: 'unauthenticated' } : { state: 'authenticated', profile: data };
}

/** The profile of a screen that only signed-in people reach. */
export function useProfile(): ProfileOut {
  const session = useSession();
  if (session.state !== 'authenticated') throw new Error('this screen is for signed-in people');
  return session.profile;
}

/** A successful sign-in, a changed profile: the answer replaces what was cached. */
export const setProfile = (profile: ProfileOut): Promise<unknown> => mutate(KEY, profile, { revalidate: false });

/** Nobody is signed in any more: everything cached belongs to somebody else now. */
export async function clearSession(): Promise<void> {
  await mutate((key) => key !== KEY, undefined, { revalidate: false });
  await mutate(KEY, null, { revalidate: false });
}

/** Asks again at once, where something suggests that the session has ended. */
export const revalidateSession = (): Promise<unknown> => mutate(KEY);

export async function signOut(): Promise<void> {
  await api('POST /auth/logout', {}).catch(() => {});
  await clearSession();
}
