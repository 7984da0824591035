/** What the page knows of the session before it has requested anything. */

/** Set by the server with the session, as long as it lasts. */
const SIGNED_IN_COOKIE = /(?:^|; )picket_signed_in=/u;

/** Whether this browser has, or had until it expired, a session. */
export const mayHaveSession = (): boolean => SIGNED_IN_COOKIE.test(document.cookie);

/** The server found no session when it sent the page; once known, the answer is used once. */
let wasSignedOut = document.querySelector('meta[name="session"]')?.getAttribute('content') === 'none';

/** The same as `takeSignedOut`, and leaves it. */
export const peekSignedOut = (): boolean => wasSignedOut && !mayHaveSession();

/**
 * Whether nobody is signed in, by what came with the page: true at most once. A page that the browser has kept may be older than the
 * session, and a link from elsewhere brings no cookies of a session: the browser then has the other cookie.
 */
export function takeSignedOut(): boolean {
  const isSignedOut = peekSignedOut();
  wasSignedOut = false;
  return isSignedOut;
}
