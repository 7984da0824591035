/** Classifies IP addresses: public, private, or never to be connected to. */
import ipaddr from 'ipaddr.js';

/**
 * PUBLIC: a host on the internet. PRIVATE: a host in a private network, which an operator may allow. FORBIDDEN: never, whatever
 * is allowed: link-local (cloud metadata services), multicast, broadcast, unspecified, reserved, and tunnels.
 */
export type AddressScope = 'PUBLIC' | 'PRIVATE' | 'FORBIDDEN';

const PRIVATE_RANGES: readonly string[] = ['private', 'loopback', 'carrierGradeNat', 'uniqueLocal'];
/** Global unicast addresses; everything else is unassigned. */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
/** Translators carry these to the IPv4 address in their last 32 bits: how hosts without IPv4 reach the internet. */
const NAT64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];

/** The scope of an address as resolvers and URLs write it. IPv4 embedded in IPv6 counts as that IPv4 address, or is forbidden. */
export function addressScope(text: string): AddressScope {
  const address = parseAddress(text);
  if (address === null) return 'FORBIDDEN';
  const range = address.range();
  if (PRIVATE_RANGES.includes(range)) return 'PRIVATE';
  if (address instanceof ipaddr.IPv4) return range === 'unicast' ? 'PUBLIC' : 'FORBIDDEN';
  if (address.match(NAT64)) return embeddedIpv4(address).range() === 'unicast' ? 'PUBLIC' : 'FORBIDDEN';
  return range === 'unicast' && address.match(GLOBAL_UNICAST) ? 'PUBLIC' : 'FORBIDDEN';
}

const embeddedIpv4 = (address: ipaddr.IPv6): ipaddr.IPv4 => new ipaddr.IPv4(address.toByteArray().slice(-4));

/** IPv4-mapped addresses are connected to as IPv4. IPv4-compatible ones (::a.b.c.d) are not, and stay what they are. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  const bare = text.replace(/%.*$/u, '');
  if (!ipaddr.IPv6.isValid(bare) || !URL.canParse(`http://[${bare}]/`)) return null;
  // The library reads ::a.b.c.d as if it were mapped; a URL writes it as 32 bits.
  const address = ipaddr.IPv6.parse(new URL(`http://[${bare}]/`).hostname.slice(1, -1));
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}
