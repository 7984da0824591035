/**
 * Who is signed in (specification, sections 4 and 9): requested at start, on focus, on reconnect and every 30 s, unless it is known that
 * nobody is. A 401 means that nobody is signed in; any other failure is retried after 15 s.
 */
import type { ProfileOut } from '@picket/contracts/types';
import useSWR, { mutate } from 'swr';
import { ApiError, api } from '../../lib/api.ts';
import { setFormatChoices } from '../../lib/format-choices.ts';
import { eraseKeptResponses, keepResponsesOf } from '../../lib/kept-responses.ts';
import { isKnownSignedOut, rememberSession } from '../../lib/known-session.ts';
import { peekPreloaded } from '../../lib/preloaded-responses.ts';
import { signInPath } from '../../lib/redirect.ts';
import { removeDrafts } from '../../lib/stored-drafts.ts';
import { SESSION as KEY, ownCached } from './cached-owner.ts';

const POLL_MS = 30_000;
/**
 * The specification (section 9) has 30 s for this as well. With that, the first request is too recent when the second one is due, which is
 * left out, and the next comes after 60 s.
 */
const DEDUPE_MS = 25_000;
const RETRY_MS = 15_000;

export type Session =
  | { readonly state: 'loading' }
  | { readonly state: 'unreachable' }
  | { readonly state: 'unauthenticated' }
  | { readonly state: 'authenticated'; readonly profile: ProfileOut };

/** Nobody waits for a slow disk to see that the session has ended; nothing is kept from here on. */
const startErasing = (): void => void eraseKeptResponses().catch(() => {});

async function fetchProfile(): Promise<ProfileOut | null> {
  if (isKnownSignedOut()) {
    startErasing();
    await ownCached(null);
    return null;
  }
  try {
    const profile = await api('GET /users/my-profile', {});
    // Before anything is drawn with it: the first screen would be drawn twice.
    setFormatChoices(profile.preferences);
    await ownCached(profile);
    return profile;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    rememberSession(false);
    startErasing();
    await ownCached(null);
    return null;
  }
}

/** Shows who is signed in as the page says, before anything is drawn. Returns whether the page says it. */
export function showKnownSession(): boolean {
  const profile = isKnownSignedOut() ? null : peekPreloaded('GET /users/my-profile', {});
  if (profile === undefined) return false;
  if (profile !== null) setFormatChoices(profile.preferences);
  void ownCached(profile);
  void mutate(KEY, profile, { revalidate: false });
  return true;
}

export function useSession(): Session {
  const { data, error } = useSWR<ProfileOut | null, unknown>(KEY, fetchProfile, {
    refreshInterval: POLL_MS,
    focusThrottleInterval: POLL_MS,
    dedupingInterval: DEDUPE_MS,
    errorRetryInterval: RETRY_MS,
    onErrorRetry: (_error, _key, _config, revalidate, options) => {
      setTimeout(() => void revalidate(options), RETRY_MS);
    },
  });
  if (data === undefined) return { state: error === undefined ? 'loading' : 'unreachable' };
  return data === null ? { state: 'unauthenticated' } : { state: 'authenticated', profile: data };
}

/** The signed-in profile; throws on screens without one. */
export function useProfile(): ProfileOut {
  const session = useSession();
  if (session.state !== 'authenticated') throw new Error('this screen is for signed-in people');
  return session.profile;
}

/** Replaces the cached profile after a sign-in or a change. */
export async function setProfile(profile: ProfileOut): Promise<void> {
  rememberSession(true);
  void keepResponsesOf(profile).catch(() => {});
  await ownCached(profile);
  await mutate(KEY, profile, { revalidate: false });
}

/** Clears all cached and kept data after a sign-out. */
async function clearSession(): Promise<void> {
  rememberSession(false);
  startErasing();
  removeDrafts();
  await ownCached(null);
  await mutate(KEY, null, { revalidate: false });
}

/** Requests the profile again, when the session may have ended. */
export const revalidateSession = (): Promise<unknown> => mutate(KEY);

let pathAfterSignOut: string | null = null;

/**
 * Signs out and shows `path`. The guard of the current page opens it: a navigation of its own could still be loading the code
 * of that page when the session ends, and the guard's redirect to the sign-in page would replace it. Rejects where the server does
 * not confirm it: the browser still has the session then, and must not look signed out.
 */
export async function signOut(path = '/goodbye'): Promise<void> {
  // Before the request: the live updates may say that the session has ended before its response does.
  pathAfterSignOut = path;
  try {
    await api('POST /auth/logout', {});
  } catch (error) {
    // Whose session has ended already is signed out.
    if (!(error instanceof ApiError) || error.status !== 401) {
      pathAfterSignOut = null;
      throw error;
    }
  }
  await clearSession();
}

/** Where a page that needs a session goes without one: once to where the sign-out asked for, else to the sign-in page. */
export function takePathWithoutSession(pathname: string, search: string): string {
  const path = pathAfterSignOut ?? signInPath(pathname, search);
  pathAfterSignOut = null;
  return path;
}
