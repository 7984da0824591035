/** PICKET_TRUST_PROXY: which proxies are trusted to report the caller's address. */
import ipaddr from 'ipaddr.js';
import { addressScope } from '../outbound/address-scope.ts';

/**
 * None; a number of proxies, counted from this server outwards; or these addresses and networks (CIDR). Headers written by the
 * caller itself lie beyond them.
 */
export type TrustedProxies = false | number | readonly string[];

/** A larger number is a mistake. */
const MAX_HOPS = 10;

/** The setting, read; null where it is neither of the three. `true` means one proxy. */
export function parseTrustedProxies(text: string): TrustedProxies | null {
  const trimmed = text.trim();
  if (trimmed === 'false' || trimmed === '0') return false;
  if (trimmed === 'true') return 1;
  if (/^\d+$/u.test(trimmed)) return Number(trimmed) <= MAX_HOPS ? Number(trimmed) : null;
  const entries = trimmed.split(',').map((entry) => entry.trim());
  return entries.every(isAddressOrNetwork) ? entries : null;
}

function isAddressOrNetwork(text: string): boolean {
  if (ipaddr.isValidCIDR(text)) return Number(text.split('/')[1]) > 0;
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/**
 * What Fastify is to trust. A number counts only where the nearest hop stands in a network of one's own: a caller from the
 * internet who reaches this server directly could otherwise forge hops. Proxies on the internet are
 * named by address.
 */
export function trustOption(trusted: TrustedProxies): false | string[] | ((address: string, hop: number) => boolean) {
  if (trusted === false) return false;
  if (typeof trusted === 'number')
    return (address, hop) => hop < trusted && (hop > 0 || addressScope(address) === 'PRIVATE');
  return [...trusted];
}
