/**
 * Connections that nothing encrypts, to a host that an administrator entered: those to what is asked inside a network. Only private hosts
 * that are allowed by host and port are connected to; every address a name resolves to is checked, and the checked one is connected to.
 */
import { connect, type Socket } from 'node:net';
import { phrase, type Sentence } from '@picket/domain/phrases';
import { addressScope } from './address-scope.ts';
import { guardedLookup } from './outbound.ts';
import { type AllowedHosts, formatEntry, literalAddress } from './outbound-allowlist.ts';
import { canonicalHost } from './outbound-socket.ts';

interface PlainAddress {
  readonly host: string;
  readonly port: number;
}

/** What is wrong with a host and a port before anything is resolved; null: nothing. */
export function plainAddressProblem({ host: written, port }: PlainAddress, allowed: AllowedHosts): Sentence | null {
  const host = canonicalHost(written);
  if (host === null) return 'must be a host, such as ups.lan or 10.0.0.5';
  const literal = literalAddress(host);
  if (literal !== null && addressScope(literal) === 'FORBIDDEN') return 'is an address that Picket never connects to';
  return allowed.has(formatEntry({ host, port }))
    ? null
    : phrase('must be an allowed private host: allow {host} under Private hosts of your organization first', {
        host: formatEntry({ host, port }),
      });
}

/** A socket that connects; null where the address is not allowed. A name that leads elsewhere destroys it with OutboundRefused. */
export function connectUnencrypted(address: PlainAddress, allowed: AllowedHosts): Socket | null {
  const host = canonicalHost(address.host);
  if (host === null || plainAddressProblem(address, allowed) !== null) return null;
  return connect({ host: literalAddress(host) ?? host, port: address.port, lookup: guardedLookup(['PRIVATE']) });
}
