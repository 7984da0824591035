/** Where to go after signing in. Only ever to a path of our own. */

/** The address of the sign-in page that leads back to where somebody was; other query parameters are kept. */
export function signInPath(pathname: string, search: string): string {
  const query = new URLSearchParams(search);
  if (!pathname.includes('sign-')) query.set('redirect', pathname);
  return query.size > 0 ? `/sign-in?${query}` : '/sign-in';
}

/** The path to go to, from the sign-in page's own query. */
export function pathAfterSignIn(search: string): string {
  const query = new URLSearchParams(search);
  const wanted = query.get('redirect') ?? '';
  query.delete('redirect');
  const path = parseOwnPath(wanted) ?? '/locations';
  return query.size > 0 ? `${path}?${query}` : path;
}

/** A path with its query as it was kept somewhere, held against the same rule. */
export function sanitizePath(address: string): string {
  const [path = '', ...rest] = address.split('?');
  const query = new URLSearchParams(rest.join('?'));
  query.set('redirect', path);
  return pathAfterSignIn(`?${query}`);
}

/** The path itself if it is one of this origin's, else null: no scheme, no host, no backslash, no control characters. */
function parseOwnPath(wanted: string): string | null {
  if (!/^\/(?![/\\])[^\\\s]*$/u.test(wanted) || [...wanted].some((sign) => sign.charCodeAt(0) < 32)) return null;
  const base = 'https://picket.invalid';
  const url = URL.parse(wanted, base);
  return url !== null && url.origin === base && url.pathname === wanted ? wanted : null;
}
