/** What the page knows of the session before it has requested anything. */

/** Set by the server with the session, as long as it lasts. */
const SIGNED_IN_COOKIE = /(?:^|; )picket_signed_in=/u;

/** Whether this browser has, or had until it expired, a session. */
export const mayHaveSession = (): boolean => SIGNED_IN_COOKIE.test(document.cookie);

/** Whether the cookie says it: where the API has its own host, the cookie is not readable here. */
const isCookieReadable = document.querySelector('meta[name="api-host"]')?.getAttribute('content') !== 'subdomain';

/** The server found no session when it sent the page, or when it was asked for one. */
let wasSignedOut = document.querySelector('meta[name="session"]')?.getAttribute('content') === 'none';

/**
 * Whether it is known, without a request, that nobody is signed in. A page that the browser has kept may be older than the session, a link
 * from elsewhere brings no cookies of a session, and a sign-in may be that of another tab: the browser then has the other cookie.
 */
export const isKnownSignedOut = (): boolean => wasSignedOut && !mayHaveSession();

/** Keeps what the server has answered about the session. */
export function rememberSession(isSignedIn: boolean): void {
  wasSignedOut = !isSignedIn && isCookieReadable;
}
