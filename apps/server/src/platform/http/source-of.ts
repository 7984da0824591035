/** The source that rate limits count by. */
import ipaddr from 'ipaddr.js';

/** Providers assign at least a network of this size to one customer. */
const NETWORK_BITS = 64;

/** Everything that is no address: an invented one must not become another source. */
const UNKNOWN = 'unknown';
/** As some proxies write the caller: 192.0.2.1:50123, [2001:db8::1]:50123, [2001:db8::1]. */
const WITH_PORT = /^(?:\[(?<six>[^\]]+)\](?::\d+)?|(?<four>\d+\.\d+\.\d+\.\d+):\d+)$/u;

/**
 * The source an address counts as: an IPv4 address itself, also where it is written as IPv6 (::ffff:192.0.2.1); of an IPv6
 * address its network of 64 bits. A port beside it makes no difference: the caller chooses it.
 */
export function sourceOf(address: string): string {
  const { six, four } = WITH_PORT.exec(address)?.groups ?? {};
  // A zone (fe80::1%eth0) names an interface of this machine, not the caller.
  const bare = (six ?? four ?? address).replace(/%.*$/u, '');
  if (!ipaddr.isValid(bare)) return UNKNOWN;
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${bare}/${NETWORK_BITS}`);
  return `${network.toString()}/${NETWORK_BITS}`;
}
