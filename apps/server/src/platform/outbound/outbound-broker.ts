/**
 * Connections to an MQTT broker that an administrator entered, protected against SSRF as requests are (outbound.ts): private hosts are
 * refused unless host and port are allowed, every address a name resolves to is checked, and the checked one is connected to.
 */
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { phrase, type Sentence } from '@picket/domain/phrases';
import { type BrokerAddress, literalAddress } from '@picket/source-io/broker-address';
import { addressScope } from './address-scope.ts';
import { guardedLookup } from './outbound.ts';
import { type AllowedHosts, formatEntry } from './outbound-allowlist.ts';

const PUBLIC_PORTS = new Set([443, 8883, 8884]);

/** What is wrong with the address of a broker before anything is resolved; null: nothing. */
export function brokerAddressProblem(
  { host, port, isEncrypted }: BrokerAddress,
  allowed: AllowedHosts,
): Sentence | null {
  const literal = literalAddress(host);
  const scope = literal === null ? null : addressScope(literal);
  if (scope === 'FORBIDDEN') return 'is an address that Picket never connects to';
  if (allowed.has(formatEntry({ host, port }))) return null;
  if (scope === 'PRIVATE' || /(^|\.)localhost$/iu.test(host))
    return phrase('is inside a private network: allow {host} under Private hosts of your organization first', {
      host: formatEntry({ host, port }),
    });
  if (!isEncrypted) return 'must begin with mqtts://, unless the broker is an allowed private host';
  return PUBLIC_PORTS.has(port)
    ? null
    : 'must be on port 8883, 8884 or 443, unless the broker is an allowed private host';
}

/** A socket that connects; null where the address is not allowed. A name that leads elsewhere destroys it with OutboundRefused. */
export function connectToBroker(address: BrokerAddress, allowed: AllowedHosts): Socket | null {
  if (brokerAddressProblem(address, allowed) !== null) return null;
  const { host, port, isEncrypted } = address;
  const scopes = [
    ...(isEncrypted && PUBLIC_PORTS.has(port) ? ['PUBLIC' as const] : []),
    ...(allowed.has(formatEntry({ host, port })) ? ['PRIVATE' as const] : []),
  ];
  const literal = literalAddress(host);
  const target = { host: literal ?? host, port, lookup: guardedLookup(scopes) };
  return isEncrypted
    ? connectSecure({ ...target, ...(literal === null ? { servername: host } : {}) })
    : connectPlain(target);
}
