/** Where to go after signing in: only to paths of this origin. */

/** Returns the path of the sign-in page with the current path as `redirect`; other query parameters are kept. */
export function signInPath(pathname: string, search: string): string {
  const query = new URLSearchParams(search);
  if (!pathname.includes('sign-')) query.set('redirect', pathname);
  return query.size > 0 ? `/sign-in?${query}` : '/sign-in';
}

/** Returns the path to open after signing in, from the query of the sign-in page. */
export function pathAfterSignIn(search: string): string {
  const query = new URLSearchParams(search);
  const wanted = query.get('redirect') ?? '';
  query.delete('redirect');
  const path = parseOwnPath(wanted) ?? '/locations';
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Returns a stored path with its query if it is one of this origin, else the locations. */
export function sanitizePath(address: string): string {
  const [path = '', ...rest] = address.split('?');
  const query = new URLSearchParams(rest.join('?'));
  query.set('redirect', path);
  return pathAfterSignIn(`?${query}`);
}

/** Returns the path if it belongs to this origin, else null: no scheme, host, backslash or control characters. */
function parseOwnPath(wanted: string): string | null {
  if (!/^\/(?![/\\])[^\\\s]*$/u.test(wanted) || [...wanted].some((sign) => sign.charCodeAt(0) < 32)) return null;
  const base = 'https://picket.invalid';
  const url = URL.parse(wanted, base);
  return url !== null && url.origin === base && url.pathname === wanted ? wanted : null;
}
