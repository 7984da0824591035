/**
 * Connections that nothing encrypts, to a host that an administrator entered: those to what is asked inside a network. Only private hosts
 * that are allowed by host and port are connected to; every address a name resolves to is checked, and the checked one is connected to.
 */
import type { Socket as DatagramSocket } from 'node:dgram';
import { connect, type Socket } from 'node:net';
import { phrase, type Sentence } from '@picket/domain/phrases';
import { canonicalHost, literalAddress } from '@picket/source-io/broker-address';
import { connectDatagramSocket } from '@picket/source-io/open-network';
import type { HostAndPort } from '@picket/source-io/source-network';
import { addressScope } from './address-scope.ts';
import { guardedLookup } from './outbound.ts';
import { type AllowedHosts, formatEntry } from './outbound-allowlist.ts';

/** What is wrong with a host and a port before anything is resolved; null: nothing. */
export function plainAddressProblem({ host: written, port }: HostAndPort, allowed: AllowedHosts): Sentence | null {
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
export function connectUnencrypted(address: HostAndPort, allowed: AllowedHosts): Socket | null {
  const host = canonicalHost(address.host);
  if (host === null || plainAddressProblem(address, allowed) !== null) return null;
  return connect({ host: literalAddress(host) ?? host, port: address.port, lookup: guardedLookup(['PRIVATE']) });
}

/**
 * A socket for datagrams that has the address of a host as its only peer: what others send does not arrive. null where the address is not
 * allowed. Rejects with OutboundRefused where the name leads elsewhere, and with the error of the network otherwise.
 */
export async function connectDatagrams(address: HostAndPort, allowed: AllowedHosts): Promise<DatagramSocket | null> {
  const host = canonicalHost(address.host);
  if (host === null || plainAddressProblem(address, allowed) !== null) return null;
  return connectDatagramSocket(literalAddress(host) ?? (await resolvePrivate(host)), address.port);
}

const resolvePrivate = (host: string): Promise<string> =>
  new Promise((resolve, reject) => {
    guardedLookup(['PRIVATE'])(host, {}, (error, found) => {
      if (error === null && typeof found === 'string') resolve(found);
      else reject(error ?? new Error('the name has no address'));
    });
  });
