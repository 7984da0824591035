/**
 * Where the API is (specification, section 7): on the api subdomain of the current host, unless on localhost, at a bare
 * address, or on an api host already. A deployment that serves both on one host says `same`.
 */
export type ApiHost = 'same' | 'subdomain';

const PATH = '/api/v1';

/** A host without subdomains. */
const isBare = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  /^\d{1,3}(?:\.\d{1,3}){3}$/u.test(hostname) ||
  hostname.startsWith('[');

/** The base of every call, for a page at this place. `place` is what `window.location` says. */
export function apiBase(
  place: { readonly protocol: string; readonly hostname: string; readonly port: string },
  apiHost: ApiHost,
): string {
  const { protocol, hostname, port } = place;
  if (apiHost === 'same' || isBare(hostname) || hostname.startsWith('api.')) return PATH;
  return `${protocol}//api.${hostname}${port === '' ? '' : `:${port}`}${PATH}`;
}
