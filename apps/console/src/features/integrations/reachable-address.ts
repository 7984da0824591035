/** The same of the broker in Picket; `hostname`: where the browser has found the server. */
export function reachableBroker(address: string, hostname: string): string {
  const { hostname: known, protocol, port } = new URL(address);
  return known === 'localhost' ? `${protocol}//${hostname}:${port}` : address;
}

/**
 * The address of a webhook as others reach it. A server without a public address knows itself as localhost alone; the browser has
 * found it elsewhere, at `base`, the address of its API.
 */
export function reachableAddress(address: string, base: string): string {
  const { hostname, pathname } = new URL(address);
  return hostname === 'localhost' ? new URL(pathname, base).href : address;
}
